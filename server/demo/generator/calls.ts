import type { Moment } from '../moments.ts';
import type { DemoPatient } from '../patients.ts';

import type { Random } from './random.ts';

type Outcome = 'took-place' | 'patient-did-not-come' | 'we-could-not';
/** `at` is the clinic's clock. One of today or ahead gets its outcome once it is over, one of the past has it. */
export type Call = Moment & {
  type:
    | 'initial-consultation'
    | 'meet-your-clinical-coach'
    | 'clinical-coach-support-call'
    | 'post-treatment-review';
  host: string;
  outcome: Outcome;
};

/** Whose hours are taken, so that no host has two calls at a time. */
export type Diary = Set<string>;

const CLINICIAN = 'clinician@example.com';
const FIRST_COACH = 'coach@example.com';
const COACH_WITHOUT_CALLS = 'coach3@example.com';

/** What `appointments.ts` adds later, by the clinic's clock in summer and in winter. */
export const taken = (): Diary =>
  new Set([
    `${FIRST_COACH} 1 10:00`,
    `${FIRST_COACH} 1 11:00`,
    `${FIRST_COACH} -3 09:30`,
    `${FIRST_COACH} -3 10:30`,
  ]);

/** Clinicians take calls from Monday to Friday: a day of the weekend becomes the Friday before. `weekday` is today's, 1 for Monday. */
export function onWorkday(daysAgo: number, weekday: number): number {
  const day = ((((weekday - 1 - daysAgo) % 7) + 7) % 7) + 1;
  return day > 5 ? daysAgo + (day - 5) : daysAgo;
}

type Milestones = { consultation: number | null; coachCall: number | null };
type By = { random: Random; diary: Diary; weekday: number };

/** Those that the plan asks for, a check-in after the applicators of a cycle, and for some the next one. */
export function callsOf(patient: DemoPatient, { consultation, coachCall }: Milestones, by: By): Call[] {
  const { random, diary, weekday } = by;
  const own = patient.care?.coach ?? FIRST_COACH;
  const coach = own === COACH_WITHOUT_CALLS ? FIRST_COACH : own;
  const calls: Call[] = [];
  const add = (type: Call['type'], daysAgo: number, outcome: Outcome = 'took-place') =>
    calls.push({ ...free(type, type.includes('coach') ? coach : CLINICIAN, daysAgo, diary), outcome });
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
    add(
      'post-treatment-review',
      onWorkday(random.between(2, Math.max(2, patient.at!.daysHere - 3)), weekday),
    );
  if (patient.checksInSoon) add('clinical-coach-support-call', -patient.checksInSoon.inDays);
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

const FULL = ['10:00', '11:00', '13:00', '14:00', '09:00', '12:00'];
const HALF = ['09:30', '13:30', '11:30', '14:30', '10:30', '12:30'];

/** The first time of the host's day that is free. Check-ins begin at half past. */
function free(type: Call['type'], host: string, daysAgo: number, diary: Diary): Omit<Call, 'outcome'> {
  const isCheckIn = type === 'clinical-coach-support-call';
  const at =
    (isCheckIn ? HALF : FULL).find((time) => !diary.has(`${host} ${daysAgo} ${time}`)) ??
    (isCheckIn ? '15:30' : '15:00');
  diary.add(`${host} ${daysAgo} ${at}`);
  return { type, host, daysAgo, at };
}
