import { ABSTINENCE } from '../copy/abstinence.ts';
import { NEXT_STEP, NEXT_STEP_ACTIONS as ACTIONS } from '../copy/next-step.ts';
import type { Next } from '../cycle/cycle-status.ts';
import { isPeriodSince, pregnancyTestFrom } from '../results/too-early.ts';
import { daysBetween } from '../time/day.ts';
import { localDate } from '../time/local.ts';
import { monthAndDay } from '../time/words.ts';
import { applicatorAction } from './applicator-action.ts';
import { say, type NextStep, type NextStepFacts } from './facts.ts';

/** A day of a treatment cycle. What is for today goes first, then what was used is asked about, then what is ahead. */
export function inCycle(facts: NextStepFacts): NextStep {
  if (isWaiting(facts)) return surveyOwed(facts) ?? untilPregnancyTest(facts);
  const { askCoach } = facts.cycle;
  if (askCoach.length > 0)
    return say(askCoach.includes('second-surge') ? NEXT_STEP.secondSurge : NEXT_STEP.askCoach, ACTIONS.coach);
  const today = applicatorToday(facts) ?? surveyOwed(facts) ?? NEXT[facts.cycle.next](facts);
  // There is time to be cleared before the peak, and little on its day.
  return facts.safety === 'held' && today.action === null
    ? say(`${today.sentence} ${NEXT_STEP.heldAhead}`, ACTIONS.held)
    : today;
}

/** The applicators are used, or the plan says so; a peak that was measured today counts more than a plan that was moved on. */
const isWaiting = ({ step, cycle, applicators }: NextStepFacts): boolean =>
  (step?.phaseId === 'testing' && !APPLICATOR_AHEAD.has(cycle.next)) ||
  (cycle.next === 'after-applicators' && applicators.usedOn.length > 0);

const APPLICATOR_AHEAD = new Set<Next>(['first-applicator', 'second-applicator', 'applicator-tomorrow']);

function applicatorToday(facts: NextStepFacts): NextStep | null {
  const sentence = FOR_TODAY[facts.cycle.next];
  return sentence === undefined ? null : applicator(sentence, facts);
}

const FOR_TODAY: Partial<Record<Next, string>> = {
  'first-applicator': NEXT_STEP.firstApplicator,
  'second-applicator': NEXT_STEP.secondApplicator,
};

function applicator(sentence: string, { safety }: NextStepFacts): NextStep {
  const action = applicatorAction(safety);
  if (safety === 'held') return say(NEXT_STEP.held, action);
  return say(safety === 'ready' ? sentence : `${sentence} ${NEXT_STEP.safetyFirst}`, action);
}

/** Later it is still in the plan, and not today's question any more. */
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
  if (lastPeriodOn && isPeriodSince(lastPeriodOn, last, lastNegativeOn))
    return say(NEXT_STEP.periodCame, ACTIONS.plan);
  const from = last && pregnancyTestFrom(last);
  const isTooEarly = from !== undefined && from > localDate(now, zone);
  // Where the forecast's gate is closed no surface shows a date.
  const day = isTooEarly && cycle.dates ? monthAndDay(from) : null;
  if (lastNegativeOn) {
    if (!from || lastNegativeOn >= from) return say(NEXT_STEP.negative, ACTIONS.coachCall);
    return isTooEarly ? say(NEXT_STEP.earlyNegative(day)) : say(NEXT_STEP.testAgainNow, ACTIONS.pregnancy);
  }
  if (from && !isTooEarly) return say(NEXT_STEP.pregnancyTest, ACTIONS.pregnancy);
  return say(day ? NEXT_STEP.pregnancyTestFrom(day) : NEXT_STEP.waitForPregnancyTest);
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

/** Who tests without having told of a period keeps testing: a surge that is missed does not come again in a cycle. */
function period(facts: NextStepFacts): NextStep {
  const { cycle, lastOvulationTestOn, now, zone } = facts;
  if (cycle.gate === 'overdue') return say(NEXT_STEP.overdue, ACTIONS.period);
  const isTesting =
    lastOvulationTestOn !== null && daysBetween(lastOvulationTestOn, localDate(now, zone)) <= DAYS_OF_TESTING;
  if (!isTesting) return say(NEXT_STEP.logPeriod, ACTIONS.period);
  return cycle.levelToday ? say(NEXT_STEP.testedLogPeriod, ACTIONS.period) : testToday(facts);
}
const DAYS_OF_TESTING = 3;

/** With the first test of a cycle the days before the first sample begin to count. */
function testToday(facts: NextStepFacts): NextStep {
  const { lastOvulationTestOn: last, lastPeriodOn } = facts;
  const isFirst = last === null || (lastPeriodOn !== null && last < lastPeriodOn);
  return say(isFirst ? withAbstinence(NEXT_STEP.test, facts) : NEXT_STEP.test, ACTIONS.ovulation);
}

const tested = (facts: NextStepFacts): NextStep =>
  say(facts.cycle.levelToday === 'high' ? withAbstinence(NEXT_STEP.tested, facts) : NEXT_STEP.tested);

const withAbstinence = (sentence: string, { hasPartnerSample }: NextStepFacts): string =>
  hasPartnerSample ? `${sentence} ${ABSTINENCE}` : sentence;
