import type { Next } from '../cycle/standing.ts';
import { levelOf } from '../results/level.ts';
import type { ResultType } from '../results/results.ts';
import { addDays, daysBetween, type LocalDate } from '../time/day.ts';
import type { Consultation } from './types.ts';

/** What the clinic knows of a patient's plan besides results and the calls ahead; `public.own_plan` gathers it. */
export type PlanFacts = {
  hasAnswered: boolean;
  /** Kinds of call that were booked and are over. */
  callsHeld: readonly string[];
  /** Consultations of which there are notes. */
  notes: readonly string[];
  /** The cycle of each applicator survey that was sent. */
  surveyedIn: readonly (number | null)[];
  /** The last first day of a period. */
  periodOn: LocalDate | null;
};

type Result = { type: ResultType; result: string; takenOn: LocalDate; cycle: number | null };

/** All that ticks an action. Without the plan's facts nothing is known to be done. */
export type DoneFacts = {
  plan: PlanFacts | null;
  results: readonly Result[];
  appointments: readonly { appointmentType: string }[];
  /** The treatment cycle whose safety check lets an applicator be used; null where none does. */
  checkedIn: number | null;
  /** What the body's cycle asks for now; null where nobody knows. */
  cycleNext: Next | null;
  today: LocalDate;
};

/** What the cycle ticks, and what it leaves for later. */
export type CycleTicks = Pick<DoneFacts, 'checkedIn' | 'cycleNext'>;

/** What the facts say of the plan's actions. */
export type Ticks = {
  /** Done, in this cycle where it belongs to one. */
  isDone: (actionId: string, cycle: number | null) => boolean;
  /** Its day has not come yet, or has passed in this cycle: it can be done and is not asked for. */
  isLater: (actionId: string) => boolean;
  /** About notes that nobody has written yet. Where it is not known, they may be there. */
  isMissingNote: (actionId: string) => boolean;
  /** A peak of the cycle of today was logged. */
  hasPeak: boolean;
};

export const ticksOf = (facts: DoneFacts): Ticks => ({
  isDone: (actionId, cycle) => DONE[actionId]?.(facts, cycle) ?? false,
  isLater: (actionId) =>
    OVULATION_TESTS.has(actionId) && NO_TEST_TODAY.has(facts.cycleNext) && !tested(facts),
  isMissingNote: (actionId) =>
    facts.plan !== null && actionId in NOTES && !facts.plan.notes.includes(NOTES[actionId]!),
  hasPeak: peakOfCycle(facts) !== null,
});

const OVULATION_TESTS = new Set(['log-ovulation-test', 'keep-logging-ovulation-tests']);
/** As 'Today' says it (domain/today/cycle.ts). */
const NO_TEST_TODAY = new Set<Next | null>(['wait-to-test', 'no-peak-yet']);

const booked = (kind: string) => (facts: DoneFacts) => hasCall(kind, facts);
/** It took place: somebody wrote about it. */
const noted = (consultation: Consultation) => (facts: DoneFacts) =>
  facts.plan?.notes.includes(consultation) ?? false;
const surveyed = (times: number) => (facts: DoneFacts, cycle: number | null) =>
  (facts.plan?.surveyedIn.filter((one) => one === cycle).length ?? 0) >= times;
const tested = (facts: DoneFacts) => hasTestToday(facts) || peakOfCycle(facts) !== null;

const DONE: Record<string, (facts: DoneFacts, cycle: number | null) => boolean> = {
  'complete-questionnaire': ({ plan }) => plan?.hasAnswered ?? false,
  'book-fertility-consultation': booked('initial-consultation'),
  'join-fertility-consultation': noted('initial-consultation'),
  'book-coach-call': booked('meet-your-clinical-coach'),
  'log-period': ({ plan, today }) => plan?.periodOn != null && isOfThisCycle(plan.periodOn, today),
  'log-ovulation-test': tested,
  'keep-logging-ovulation-tests': tested,
  'safety-check': (facts, cycle) => facts.checkedIn !== null && facts.checkedIn === cycle,
  'first-applicator-survey': surveyed(1),
  'second-applicator-survey': surveyed(2),
  'log-pregnancy-test': ({ results }, cycle) =>
    results.some((one) => one.type === 'PREGNANCY' && one.cycle === cycle),
  'book-post-treatment-consultation': booked('post-treatment-review'),
  'join-post-treatment-consultation': noted('post-treatment-review'),
};

/** Booked, or over. */
const hasCall = (kind: string, { plan, appointments }: DoneFacts): boolean =>
  appointments.some(({ appointmentType }) => appointmentType === kind) ||
  (plan?.callsHeld.includes(kind) ?? false);

/** One that could be read. */
const hasTestToday = ({ results, today }: DoneFacts): boolean =>
  results.some(
    ({ type, result, takenOn }) => type === 'ovulation' && takenOn === today && levelOf(result) !== 'invalid',
  );

/** Later than this a period has probably come that nobody logged. */
const LONGEST_CYCLE = 45;
/** Where no period says when the cycle began, a peak that is older may be of the one before. */
const NO_PERIOD_DAYS = 14;

const isOfThisCycle = (day: LocalDate, today: LocalDate): boolean =>
  day <= today && daysBetween(day, today) <= LONGEST_CYCLE;

/** The first peak of the cycle of today; null where none was logged. */
export function peakOfCycle({ plan, results, today }: DoneFacts): LocalDate | null {
  const start = plan?.periodOn != null && isOfThisCycle(plan.periodOn, today) ? plan.periodOn : null;
  const from = start ?? addDays(today, -NO_PERIOD_DAYS);
  const peaks = results.filter(
    ({ type, result, takenOn }) =>
      type === 'ovulation' && levelOf(result) === 'peak' && takenOn >= from && takenOn <= today,
  );
  return peaks.map(({ takenOn }) => takenOn).sort()[0] ?? null;
}

const NOTES: Record<string, Consultation> = {
  'read-fertility-consultation-notes': 'initial-consultation',
  'read-post-treatment-notes': 'post-treatment-review',
};
