import { levelOf } from '../results/level.ts';
import type { ResultType } from '../results/results.ts';
import { addDays, daysBetween, type LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import type { Consultation } from './types.ts';

/**
 * The clinic's facts about a patient's plan other than results and upcoming calls. `public.own_journey_facts`
 * collects them.
 */
export type PlanFacts = {
  hasAnswered: boolean;
  /** Types of calls that took place: the team recorded it, or there is a note. */
  callsHeld: readonly string[];
  /** For each call type, the start of the last call that has ended without a recorded outcome. */
  callsPast: Readonly<Record<string, Instant>>;
  /** Consultations with notes. */
  notes: readonly string[];
  /** The cycle of each applicator survey. */
  surveyedIn: readonly (number | null)[];
  /** The first day of the last period. */
  periodOn: LocalDate | null;
};

type Result = { type: ResultType; result: string; takenOn: LocalDate; cycle: number | null };

/** All facts that complete an action. Without the plan's facts, no action counts as done. */
export type DoneFacts = {
  plan: PlanFacts | null;
  results: readonly Result[];
  appointments: readonly { appointmentType: string }[];
  /** The treatment cycle whose safety check allows an applicator. Null if none does. */
  checkedIn: number | null;
  /** The cycle's tasks for today (domain/next-step/due.ts). Null if unknown. */
  due: ReadonlySet<string> | null;
  /** The cycle's last pregnancy test was a negative that came too early, so another test is still ahead. */
  isNegativeEarly?: boolean;
  /** Something is in the way of an applicator: there is no kit, or the clinician or the coach comes first. */
  cannotUse?: boolean;
  /** The kit has arrived, so no delivery is upcoming. */
  hasKit?: boolean;
  /** An applicator was used in this cycle. */
  hasUsed?: boolean;
  /** The first applicator of this cycle was used, and the second is for today or tomorrow. */
  isSecondAhead?: boolean;
  /** An applicator of this cycle was used, and neither a test nor a period has said what came of it. */
  isTestAhead?: boolean;
  /** A period came after the last cycle's applicators. */
  areCyclesOver?: boolean;
  today: LocalDate;
};

/** The actions the cycle completes, and those it leaves for later. */
export type CycleTicks = Pick<
  DoneFacts,
  | 'checkedIn'
  | 'due'
  | 'isNegativeEarly'
  | 'cannotUse'
  | 'hasUsed'
  | 'isSecondAhead'
  | 'isTestAhead'
  | 'areCyclesOver'
>;

/** The state of the plan's actions, from the facts. */
export type Ticks = {
  /** Done; for an action that belongs to a cycle, in this cycle. */
  isDone: (actionId: string, cycle: number | null) => boolean;
  /** Done for good. It is shown as done, without a link. */
  isSettled: (actionId: string) => boolean;
  /** Its day hasn't come yet or has passed in this cycle. It can be done, but no one asks for it. */
  isLater: (actionId: string) => boolean;
  /** The last cycle is over: what it asked for is neither asked for nor offered. */
  areCyclesOver: boolean;
  /** About notes that don't exist yet. If that isn't known, they may exist. */
  isMissingNote: (actionId: string) => boolean;
  /** Today asks for the first day of the last period. */
  asksForPeriod: boolean;
  /** A peak of the cycle of today was logged, and nothing is in the way of its applicators. */
  hasPeak: boolean;
  /** An applicator was used in this cycle, so the plan can be at its applicators. */
  hasUsed: boolean;
  /** What a cycle still waits for, which is asked before its phase is marked as complete. */
  isSecondAhead: boolean;
  isTestAhead: boolean;
};

export const ticksOf = (facts: DoneFacts): Ticks => ({
  // Today's task isn't done yet: a second test, or a period that is late.
  isDone: (actionId, cycle) => facts.due?.has(actionId) !== true && (DONE[actionId]?.(facts, cycle) ?? false),
  // A call that ended without an outcome may have been missed, so it can be booked again.
  isSettled: (actionId) =>
    actionId in BOOKS && (isAhead(BOOKS[actionId]!, facts) || isHeld(BOOKS[actionId]!, facts)),
  isLater: (actionId) => CYCLE_TASKS.has(actionId) && facts.due?.has(actionId) === false,
  areCyclesOver: facts.areCyclesOver === true,
  isMissingNote: (actionId) =>
    facts.plan !== null && actionId in NOTES && !facts.plan.notes.includes(NOTES[actionId]!),
  asksForPeriod: facts.due?.has('log-period') === true,
  hasPeak: peakOfCycle(facts) !== null && facts.cannotUse !== true,
  hasUsed: facts.hasUsed === true,
  isSecondAhead: facts.isSecondAhead === true,
  isTestAhead: facts.isTestAhead === true,
});

/** Each has its own day in a treatment cycle. */
export const CYCLE_TASKS: ReadonlySet<string> = new Set([
  'log-period',
  'log-ovulation-test',
  'keep-logging-ovulation-tests',
  'safety-check',
  'time-treatment-day',
  'first-applicator-survey',
  'second-applicator-survey',
  'log-pregnancy-test',
]);

/** The call an action books. */
const BOOKS: Record<string, string> = {
  'book-ahead': 'initial-consultation',
  'book-fertility-consultation': 'initial-consultation',
  'book-coach-call': 'meet-your-clinical-coach',
  'book-post-treatment-consultation': 'post-treatment-review',
};

const booked = (actionId: string) => (facts: DoneFacts) => hasCall(BOOKS[actionId]!, facts);
/** It took place, and no other one is booked. */
const joined = (consultation: Consultation) => (facts: DoneFacts) =>
  isHeld(consultation, facts) && !isAhead(consultation, facts);
const surveyed = (times: number) => (facts: DoneFacts, cycle: number | null) =>
  (facts.plan?.surveyedIn.filter((one) => one === cycle).length ?? 0) >= times;
const tested = (facts: DoneFacts) => hasTestToday(facts) || peakOfCycle(facts) !== null;

const DONE: Record<string, (facts: DoneFacts, cycle: number | null) => boolean> = {
  'delivery-info': ({ hasKit }) => hasKit === true,
  'complete-questionnaire': ({ plan }) => plan?.hasAnswered ?? false,
  'book-ahead': booked('book-ahead'),
  'book-fertility-consultation': booked('book-fertility-consultation'),
  'join-fertility-consultation': joined('initial-consultation'),
  'book-coach-call': booked('book-coach-call'),
  'log-period': ({ plan, today }) => plan?.periodOn != null && isOfThisCycle(plan.periodOn, today),
  'log-ovulation-test': tested,
  'keep-logging-ovulation-tests': tested,
  'safety-check': (facts, cycle) => facts.checkedIn !== null && facts.checkedIn === cycle,
  'first-applicator-survey': surveyed(1),
  'second-applicator-survey': surveyed(2),
  'log-pregnancy-test': ({ results, isNegativeEarly }, cycle) =>
    isNegativeEarly !== true && results.some((one) => one.type === 'PREGNANCY' && one.cycle === cycle),
  'book-post-treatment-consultation': booked('book-post-treatment-consultation'),
  'join-post-treatment-consultation': joined('post-treatment-review'),
};

/** Booked, held, or ended without an outcome. */
const hasCall = (type: string, facts: DoneFacts): boolean =>
  isAhead(type, facts) || isHeld(type, facts) || (facts.plan !== null && type in facts.plan.callsPast);

const isHeld = (type: string, { plan }: DoneFacts): boolean => plan?.callsHeld.includes(type) ?? false;

const isAhead = (type: string, { appointments }: DoneFacts): boolean =>
  appointments.some(({ appointmentType }) => appointmentType === type);

/** A test with a readable result. */
const hasTestToday = ({ results, today }: DoneFacts): boolean =>
  results.some(
    ({ type, result, takenOn }) => type === 'ovulation' && takenOn === today && levelOf(result) !== 'invalid',
  );

/** After this many days, a period has probably come that no one logged. */
const LONGEST_CYCLE = 45;
/** Without a period that starts the cycle, an older peak may belong to the previous one. */
const NO_PERIOD_DAYS = 14;

const isOfThisCycle = (day: LocalDate, today: LocalDate): boolean =>
  day <= today && daysBetween(day, today) <= LONGEST_CYCLE;

/** The first peak of today's cycle. Null if none was logged. */
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
