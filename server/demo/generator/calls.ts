import type { Moment } from '../moments.ts';
import type { CallType, DemoPatient } from '../patients.ts';
import { HOURS_BEHIND, type Zone } from './addresses.ts';
import type { Random } from './random.ts';

type Outcome = 'took-place' | 'patient-did-not-come' | 'we-could-not';
/** `at` is in the clinic's zone. A call that is over has an outcome, or null if no one recorded one. */
export type Call = Moment & { type: CallType; host: string; outcome: Outcome | null };

/** Booked hours by host, so that no host has two calls at the same time. */
export type Diary = Set<string>;
/** The clinic's day and hour when the demo is loaded. Monday is 1. */
export type Clock = { weekday: number; hour: number };

const CLINICIAN = 'clinician@example.com';
export const FIRST_COACH = 'coach@example.com';

/**
 * Clinicians take calls Monday to Friday. A past weekend day becomes the Friday before it, an upcoming one
 * the Monday after.
 */
export function onWorkday(daysAgo: number, weekday: number): number {
  const day = ((((weekday - 1 - daysAgo) % 7) + 7) % 7) + 1;
  if (day <= 5) return daysAgo;
  return daysAgo > 0 ? daysAgo + (day - 5) : daysAgo - (8 - day);
}

type Milestones = { consultation: number | null; coachCall: number | null };
export type Around = { random: Random; diary: Diary; clock: Clock; zone: Zone };

/**
 * The calls of the plan, a check-in after the applicators of a cycle, and the call that the patient's story
 * names.
 */
export function callsOf(
  patient: DemoPatient,
  { consultation, coachCall }: Milestones,
  around: Around,
): Call[] {
  const { random, clock } = around;
  const coach = patient.care?.coach ?? FIRST_COACH;
  const calls: Call[] = [];
  const add = (type: CallType, daysAgo: number, outcome: Call['outcome'] = 'took-place', from?: string) => {
    const host = type.includes('coach') ? coach : CLINICIAN;
    const day = host === CLINICIAN ? onWorkday(daysAgo, clock.weekday) : daysAgo;
    const earliest = from ?? patient.callsFrom ?? '';
    calls.push({ ...free({ type, host, daysAgo: day, at: earliest }, around), outcome });
  };
  if (consultation !== null) add('initial-consultation', consultation);
  if (coachCall !== null) add('meet-your-clinical-coach', coachCall);
  for (const daysAgo of checkIns(patient, random)) {
    const outcome = random.pick<Outcome>([
      'took-place',
      'took-place',
      'took-place',
      'patient-did-not-come',
      'we-could-not',
    ]);
    add('clinical-coach-support-call', daysAgo, outcome);
    if (outcome !== 'took-place' && daysAgo > 2) add('clinical-coach-support-call', daysAgo - 1);
  }
  if (patient.consultations?.includes('post-treatment-review'))
    add('post-treatment-review', random.between(2, Math.max(2, patient.at!.daysHere - 6)));
  if (patient.call) {
    const { type, inDays, from, hasNoOutcome } = patient.call;
    add(type, -inDays, hasNoOutcome ? null : 'took-place', from);
  }
  return calls;
}

/** Some days after the second applicator, in about two of three cycles. */
function checkIns({ applicators = [] }: DemoPatient, random: Random): number[] {
  const cycles = [...new Set(applicators.map(({ cycle }) => cycle))];
  return cycles.flatMap((cycle) => {
    const used = applicators.filter((use) => use.cycle === cycle).map(({ daysAgo }) => daysAgo);
    const day = Math.min(...used) - random.between(3, 6);
    return used.length === 2 && day >= 2 && random.between(0, 2) > 0 ? [day] : [];
  });
}

const FULL = ['10:00', '11:00', '13:00', '14:00', '09:00', '12:00', '15:00', '16:00'];
const HALF = ['09:30', '13:30', '11:30', '14:30', '10:30', '12:30', '15:30', '16:30'];
const EVENING = ['17:00', '17:30'];
/** No call begins before this hour where the patient lives. */
const MORNING = 8;

/**
 * The first free time of the host's day from `at` on, and not at dawn where the patient lives. Check-ins
 * begin at half past. A call today is at least an hour away, otherwise it is tomorrow.
 */
function free({ type, host, daysAgo, at }: Omit<Call, 'outcome'>, around: Around): Omit<Call, 'outcome'> {
  const { diary, clock, zone } = around;
  const times = type === 'clinical-coach-support-call' ? HALF : FULL;
  const from = [at, onTheHour(MORNING + HOURS_BEHIND[zone])];
  if (daysAgo === 0) from.push(onTheHour(clock.hour + 2));
  const isOpen = (time: string) =>
    from.every((earliest) => time >= earliest) && !diary.has(`${host} ${daysAgo} ${time}`);
  const found = [...times, ...(daysAgo <= 0 && host !== CLINICIAN ? EVENING : [])].find(isOpen);
  if (!found) {
    const next = daysAgo > 0 ? daysAgo + 1 : daysAgo - 1;
    const day = host === CLINICIAN ? onWorkday(next, clock.weekday) : next;
    return free({ type, host, daysAgo: day, at }, around);
  }
  diary.add(`${host} ${daysAgo} ${found}`);
  return { type, host, daysAgo, at: found };
}

const onTheHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
