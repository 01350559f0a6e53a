import { levelOf } from '../results/level.ts';
import type { ResultType } from '../results/results.ts';
import { addDays, daysBetween, type LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import type { Consultation } from './types.ts';

/** What the clinic knows of a patient's plan besides results and the calls ahead; `public.own_journey_facts` gathers it. */
export type PlanFacts = {
  hasAnswered: boolean;
  /** Types of call that took place: the team said so, or there is a note. */
  callsHeld: readonly string[];
  /**
   * When the last call of a type started that is over by the clock, and of which no one has said whether it
   * took place.
   */
  callsPast: Readonly<Record<string, Instant>>;
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
  /** The treatment cycle whose safety check lets an applicator be used; null if none does. */
  checkedIn: number | null;
  /** The tasks of a cycle that are for today (domain/next-step/due.ts); null if no one knows. */
  due: ReadonlySet<string> | null;
  /** The last pregnancy test of this cycle was negative and too early to tell, so one is still ahead. */
  isNegativeEarly?: boolean;
  /** Something is in the way of an applicator: there is no kit, or the clinician or the coach comes first. */
  cannotUse?: boolean;
  /** The kit has arrived, so no delivery is upcoming. */
  hasKit?: boolean;
  /** An applicator of this cycle was used. */
  hasUsed?: boolean;
  /** The first applicator of this cycle was used, and the second is for today or tomorrow. */
  isSecondAhead?: boolean;
  /** An applicator of this cycle was used, and neither a test nor a period has said what came of it. */
  isTestAhead?: boolean;
  /** A period came after the last cycle's applicators. */
  areCyclesOver?: boolean;
  today: LocalDate;
};

/** What the cycle ticks, and what it leaves for later. */
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

/** What the facts say of the plan's actions. */
export type Ticks = {
  /** Done, in this cycle where it belongs to one. */
  isDone: (actionId: string, cycle: number | null) => boolean;
  /** Done for good: it is shown as done, and leads nowhere. */
  isSettled: (actionId: string) => boolean;
  /** Its day has not come yet, or has passed in this cycle: it can be done and is not asked for. */
  isLater: (actionId: string) => boolean;
  /** Its last cycle is over, so it is neither asked for nor offered. */
  isOver: (actionId: string) => boolean;
  /** About notes that no one has written yet. Where it is not known, they may be there. */
  isMissingNote: (actionId: string) => boolean;
  /** A peak of the cycle of today was logged, and nothing is in the way of its applicators. */
  hasPeak: boolean;
  /** An applicator of this cycle was used: the plan can be at its applicators. */
  hasUsed: boolean;
  /** What a cycle still waits for, which is asked before its phase is marked as complete. */
  isSecondAhead: boolean;
  isTestAhead: boolean;
};

export const ticksOf = (facts: DoneFacts): Ticks => ({
  // What today is for is not done yet: a second test, a period that is late.
  isDone: (actionId, cycle) => facts.due?.has(actionId) !== true && (DONE[actionId]?.(facts, cycle) ?? false),
  // A call that is only over by the clock may have been missed, and can be booked again.
  isSettled: (actionId) =>
    actionId in BOOKS && (isAhead(BOOKS[actionId]!, facts) || isHeld(BOOKS[actionId]!, facts)),
  isLater: (actionId) => CYCLE_TASKS.has(actionId) && facts.due?.has(actionId) === false,
  isOver: (actionId) => CYCLE_TASKS.has(actionId) && facts.areCyclesOver === true,
  isMissingNote: (actionId) =>
    facts.plan !== null && actionId in NOTES && !facts.plan.notes.includes(NOTES[actionId]!),
  hasPeak: peakOfCycle(facts) !== null && facts.cannotUse !== true,
  hasUsed: facts.hasUsed === true,
  isSecondAhead: facts.isSecondAhead === true,
  isTestAhead: facts.isTestAhead === true,
});

/** Each has its day in a treatment cycle. */
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

/** The call that an action books. */
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

/** Ahead, held, or over by the clock. */
const hasCall = (type: string, facts: DoneFacts): boolean =>
  isAhead(type, facts) || isHeld(type, facts) || (facts.plan !== null && type in facts.plan.callsPast);

const isHeld = (type: string, { plan }: DoneFacts): boolean => plan?.callsHeld.includes(type) ?? false;

const isAhead = (type: string, { appointments }: DoneFacts): boolean =>
  appointments.some(({ appointmentType }) => appointmentType === type);

/** One that could be read. */
const hasTestToday = ({ results, today }: DoneFacts): boolean =>
  results.some(
    ({ type, result, takenOn }) => type === 'ovulation' && takenOn === today && levelOf(result) !== 'invalid',
  );

/** Later than this a period has probably come that no one logged. */
const LONGEST_CYCLE = 45;
/** If no period says when the cycle started, a peak that is older may be of the one before. */
const NO_PERIOD_DAYS = 14;

const isOfThisCycle = (day: LocalDate, today: LocalDate): boolean =>
  day <= today && daysBetween(day, today) <= LONGEST_CYCLE;

/** The first peak of the cycle of today; null if none was logged. */
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
