import { ABSTINENCE } from '../copy/abstinence.ts';
import { KIT_ACTIONS, KIT_NEXT_STEP } from '../copy/kit-next-step.ts';
import { NEXT_STEP, NEXT_STEP_ACTIONS as ACTIONS } from '../copy/next-step.ts';
import type { Next } from '../cycle/cycle-status.ts';
import { isPeriodSince, pregnancyTestFrom } from '../results/too-early.ts';
import { daysBetween, type LocalDate } from '../time/day.ts';
import { localDate } from '../time/local.ts';
import { monthAndDay } from '../time/words.ts';
import { TREATMENT_OUTLINE } from '../journey/outline.ts';
import { applicatorAction } from './applicator-action.ts';
import { APPLICATOR_AHEAD } from './applicators.ts';
import { reviewOf } from './calls.ts';
import { firstConsultation } from './consultation.ts';
import { isCycleOver } from './cycle-over.ts';
import { say, type NextStep, type NextStepFacts } from './facts.ts';
import { kitForPeak } from './kit-for-peak.ts';

/** A day in a treatment cycle. Today's step comes first, then how the last one went, then what is next. */
export function inCycle(facts: NextStepFacts): NextStep {
  if (isCycleOver(facts.applicators.usedOn, facts.lastPeriodOn)) return afterCycle(facts);
  if (isWaiting(facts)) return surveyOwed(facts) ?? untilPregnancyTest(facts);
  const { askCoach } = facts.cycle;
  if (askCoach.length > 0)
    return say(askCoach.includes('second-surge') ? NEXT_STEP.secondSurge : NEXT_STEP.askCoach, ACTIONS.coach);
  const today = applicatorToday(facts) ?? surveyOwed(facts) ?? NEXT[facts.cycle.next](facts);
  // Early enough to get cleared before the peak. On the day of the peak there is little time.
  return facts.safety === 'held' && today.action === null
    ? say(`${today.sentence} ${NEXT_STEP.heldAhead}`, ACTIONS.held)
    : today;
}

/**
 * The applicators are used, or the plan says so; a peak measured today counts more than a plan that was
 * moved on.
 */
const isWaiting = ({ step, cycle, applicators }: NextStepFacts): boolean =>
  (step?.phaseId === 'testing' && !APPLICATOR_AHEAD.has(cycle.next)) ||
  (cycle.next === 'after-applicators' && applicators.usedOn.length > 0);

function applicatorToday(facts: NextStepFacts): NextStep | null {
  const sentence = FOR_TODAY[facts.cycle.next];
  return sentence === undefined ? null : applicator(sentence, facts);
}

const FOR_TODAY: Partial<Record<Next, string>> = {
  'first-applicator': NEXT_STEP.firstApplicator,
  'second-applicator': NEXT_STEP.secondApplicator,
};

function applicator(sentence: string, facts: NextStepFacts): NextStep {
  const { safety } = facts;
  const kit = kitForPeak(facts);
  if (kit === 'awaited') return say(KIT_NEXT_STEP.peakWithoutKit, KIT_ACTIONS.kit);
  if (kit === 'none') {
    const next = firstConsultation(facts);
    return { ...next, sentence: `${KIT_NEXT_STEP.peakBeforeKit} ${next.sentence}` };
  }
  const action = applicatorAction(safety);
  if (safety === 'held') return say(NEXT_STEP.held, action);
  return say(safety === 'ready' ? sentence : `${sentence} ${NEXT_STEP.safetyFirst}`, action);
}

/** Later it is still in the plan, but no longer today's question. */
const DAYS_TO_ASK = 7;

function surveyOwed({
  applicators: { usedOn, surveysSent, unreported },
  now,
  zone,
}: NextStepFacts): NextStep | null {
  const last = usedOn.toSorted().at(-1);
  if (unreported === 0 || !last || daysBetween(last, localDate(now, zone)) > DAYS_TO_ASK) return null;
  return say(
    NEXT_STEP.survey[surveysSent === 0 ? 0 : 1]!,
    surveysSent === 0 ? ACTIONS.firstSurvey : ACTIONS.secondSurvey,
  );
}

function untilPregnancyTest(facts: NextStepFacts): NextStep {
  const { now, zone, applicators, cycle, lastNegativeOn, lastPeriodOn } = facts;
  const last = applicators.usedOn.toSorted().at(-1);
  if (lastPeriodOn && isPeriodSince(lastPeriodOn, last, lastNegativeOn)) return afterCycle(facts);
  const from = last && pregnancyTestFrom(last);
  const isTooEarly = from !== undefined && from > localDate(now, zone);
  // If the forecast gate is closed, no screen shows a date.
  const day = isTooEarly && cycle.dates ? monthAndDay(from) : null;
  if (lastNegativeOn) {
    if (!from || lastNegativeOn >= from) return afterNegative(facts, lastNegativeOn);
    return isTooEarly ? say(NEXT_STEP.earlyNegative(day)) : say(NEXT_STEP.testAgainNow, ACTIONS.pregnancy);
  }
  if (from && !isTooEarly) {
    const isFirstDay = from === localDate(now, zone);
    return say(isFirstDay ? NEXT_STEP.pregnancyTest : NEXT_STEP.pregnancyTestNow, ACTIONS.pregnancy);
  }
  return say(day ? NEXT_STEP.pregnancyTestFrom(day) : NEXT_STEP.waitForPregnancyTest);
}

const isLastCycle = ({ step }: NextStepFacts): boolean => step?.cycle === TREATMENT_OUTLINE.numberOfCycles;

/**
 * The period after the applicators starts the next cycle, once the patient confirms; after the last one
 * comes the review.
 */
function afterCycle(facts: NextStepFacts): NextStep {
  if (isLastCycle(facts)) return say(NEXT_STEP.lastCycleOver, ACTIONS.afterCycles);
  return say(
    APPLICATOR_AHEAD.has(facts.cycle.next) ? NEXT_STEP.peakInNextCycle : NEXT_STEP.periodCame,
    ACTIONS.nextCycle,
  );
}

const DAYS_TO_NEXT_TEST = 3;

function afterNegative(facts: NextStepFacts, lastNegativeOn: LocalDate): NextStep {
  if (isLastCycle(facts)) {
    const booked = reviewOf(facts);
    return booked
      ? say(`${NEXT_STEP.lastNegative} ${booked.sentence}`, booked.action)
      : say(`${NEXT_STEP.lastNegative} ${NEXT_STEP.review.next}`, ACTIONS.afterCycles);
  }
  return daysBetween(lastNegativeOn, localDate(facts.now, facts.zone)) < DAYS_TO_NEXT_TEST
    ? say(NEXT_STEP.negative, ACTIONS.coachCall)
    : say(NEXT_STEP.stillNoPeriod, ACTIONS.pregnancy);
}

const NEXT: Record<Next, (facts: NextStepFacts) => NextStep> = {
  nothing: () => say(NEXT_STEP.nothing),
  'log-period': period,
  'wait-to-test': ({ cycle: { dates } }) =>
    say(dates ? NEXT_STEP.testFrom(monthAndDay(dates.testFrom)) : NEXT_STEP.waitToTest),
  test: (facts) => (facts.cycle.levelToday ? tested(facts) : testToday(facts)),
  'first-applicator': (facts) => applicator(NEXT_STEP.firstApplicator, facts),
  'second-applicator': (facts) => applicator(NEXT_STEP.secondApplicator, facts),
  'applicator-tomorrow': ({ safety }) =>
    safety === 'held' ? say(NEXT_STEP.held, ACTIONS.safetyCall) : say(NEXT_STEP.applicatorTomorrow),
  'after-applicators': () => say(NEXT_STEP.passed, ACTIONS.coach),
  'no-peak-yet': () => say(NEXT_STEP.noPeak, ACTIONS.coach),
};

/**
 * A patient who tests without having logged a period keeps testing: a missed surge does not come again in a
 * cycle.
 */
function period(facts: NextStepFacts): NextStep {
  const { cycle, lastOvulationTestOn, now, zone } = facts;
  if (cycle.gate === 'overdue') return say(NEXT_STEP.overdue, ACTIONS.period);
  const isTesting =
    lastOvulationTestOn !== null && daysBetween(lastOvulationTestOn, localDate(now, zone)) <= DAYS_OF_TESTING;
  if (!isTesting) return say(NEXT_STEP.logPeriod, ACTIONS.period);
  return cycle.levelToday ? say(NEXT_STEP.testedLogPeriod, ACTIONS.period) : testToday(facts);
}
const DAYS_OF_TESTING = 3;

/** The days of abstinence before the first sample start to matter with a cycle's first test. */
function testToday(facts: NextStepFacts): NextStep {
  const { lastOvulationTestOn: last, lastPeriodOn } = facts;
  const isFirst = last === null || (lastPeriodOn !== null && last < lastPeriodOn);
  return say(isFirst ? withAbstinence(NEXT_STEP.test, facts) : NEXT_STEP.test, ACTIONS.ovulation);
}

const tested = (facts: NextStepFacts): NextStep =>
  say(facts.cycle.levelToday === 'high' ? withAbstinence(NEXT_STEP.tested, facts) : NEXT_STEP.tested);

const withAbstinence = (sentence: string, { hasPartnerSample }: NextStepFacts): string =>
  hasPartnerSample ? `${sentence} ${ABSTINENCE}` : sentence;
