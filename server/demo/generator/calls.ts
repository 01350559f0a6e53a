import type { Moment } from '../moments.ts';
import type { CallType, DemoPatient } from '../patients.ts';
import { HOURS_BEHIND, type Zone } from './addresses.ts';
import type { Random } from './random.ts';

type Outcome = 'took-place' | 'patient-did-not-come' | 'we-could-not';
/** `at` is the clinic's clock. Once it is over it has its outcome; null where no one has said how it went. */
export type Call = Moment & { type: CallType; host: string; outcome: Outcome | null };

/** Whose hours are taken, so that no host has two calls at a time. */
export type Diary = Set<string>;
/** The clinic's clock when the demo is loaded: 1 is Monday. */
export type Clock = { weekday: number; hour: number };

const CLINICIAN = 'clinician@example.com';
export const FIRST_COACH = 'coach@example.com';

/** From Monday to Friday, when clinicians take calls: a day of the weekend becomes the Friday before, or ahead of today the Monday after. */
export function onWorkday(daysAgo: number, weekday: number): number {
  const day = ((((weekday - 1 - daysAgo) % 7) + 7) % 7) + 1;
  if (day <= 5) return daysAgo;
  return daysAgo > 0 ? daysAgo + (day - 5) : daysAgo - (8 - day);
}

type Milestones = { consultation: number | null; coachCall: number | null };
export type Around = { random: Random; diary: Diary; clock: Clock; zone: Zone };

/** Those that the plan asks for, a check-in after the applicators of a cycle, and the one that the story names. */
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

/** Some days after the second applicator of a cycle, in about two cycles of three. */
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
/** No patient's call begins before this, where they live. */
const MORNING = 8;

/**
 * The first time of the host's day that is free, not before `at`, and not at dawn where the patient lives. Check-ins begin at half
 * past. Today's is an hour away at least, or tomorrow.
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
