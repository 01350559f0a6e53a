import { ABSTINENCE } from '../copy/abstinence.ts';
import { TODAY, TODAY_ACTIONS as ACTIONS } from '../copy/today.ts';
import type { Next } from '../cycle/standing.ts';
import { isPeriodSince, pregnancyTestFrom } from '../results/too-early.ts';
import { daysBetween } from '../time/day.ts';
import { localDate } from '../time/local.ts';
import { monthAndDay } from '../time/words.ts';
import { applicatorAction } from './applicator-action.ts';
import { say, type Today, type TodayFacts } from './facts.ts';

/** A day of a treatment cycle. What is for today goes first, then what was used is asked about, then what is ahead. */
export function inCycle(facts: TodayFacts): Today {
  if (isWaiting(facts)) return surveyOwed(facts) ?? untilPregnancyTest(facts);
  const { askCoach } = facts.cycle;
  if (askCoach.length > 0)
    return say(askCoach.includes('second-surge') ? TODAY.secondSurge : TODAY.askCoach, ACTIONS.coach);
  return applicatorToday(facts) ?? surveyOwed(facts) ?? NEXT[facts.cycle.next](facts);
}

/** The applicators are used, or the plan says so; a peak that was measured today counts more than a plan that was moved on. */
const isWaiting = ({ step, cycle, applicators }: TodayFacts): boolean =>
  (step?.phaseId === 'testing' && !APPLICATOR_AHEAD.has(cycle.next)) ||
  (cycle.next === 'after-applicators' && applicators.usedOn.length > 0);

const APPLICATOR_AHEAD = new Set<Next>(['first-applicator', 'second-applicator', 'applicator-tomorrow']);

function applicatorToday(facts: TodayFacts): Today | null {
  const sentence = FOR_TODAY[facts.cycle.next];
  return sentence === undefined ? null : applicator(sentence, facts);
}

const FOR_TODAY: Partial<Record<Next, string>> = {
  'first-applicator': TODAY.firstApplicator,
  'second-applicator': TODAY.secondApplicator,
};

function applicator(sentence: string, { safety }: TodayFacts): Today {
  const action = applicatorAction(safety);
  if (safety === 'held') return say(TODAY.held, action);
  return say(safety === 'ready' ? sentence : `${sentence} ${TODAY.safetyFirst}`, action);
}

/** Later it is still in the plan, and not today's question any more. */
const DAYS_TO_ASK = 7;

function surveyOwed({ applicators: { usedOn, surveysSent, untold }, now, zone }: TodayFacts): Today | null {
  const last = usedOn.toSorted().at(-1);
  if (untold === 0 || !last || daysBetween(last, localDate(now, zone)) > DAYS_TO_ASK) return null;
  return say(
    TODAY.survey[surveysSent === 0 ? 0 : 1]!,
    surveysSent === 0 ? ACTIONS.firstSurvey : ACTIONS.secondSurvey,
  );
}

function untilPregnancyTest(facts: TodayFacts): Today {
  const { now, zone, applicators, cycle, lastNegativeOn, lastPeriodOn } = facts;
  const last = applicators.usedOn.toSorted().at(-1);
  if (lastPeriodOn && isPeriodSince(lastPeriodOn, last, lastNegativeOn))
    return say(TODAY.periodCame, ACTIONS.plan);
  const from = last && pregnancyTestFrom(last);
  const isTooEarly = from !== undefined && from > localDate(now, zone);
  // Where the forecast's gate is closed no surface shows a date.
  const day = isTooEarly && cycle.dates ? monthAndDay(from) : null;
  if (lastNegativeOn) {
    if (!from || lastNegativeOn >= from) return say(TODAY.negative, ACTIONS.coachCall);
    return isTooEarly ? say(TODAY.earlyNegative(day)) : say(TODAY.testAgainNow, ACTIONS.pregnancy);
  }
  if (from && !isTooEarly) return say(TODAY.pregnancyTest, ACTIONS.pregnancy);
  return say(day ? TODAY.pregnancyTestFrom(day) : TODAY.waitForPregnancyTest);
}

const NEXT: Record<Next, (facts: TodayFacts) => Today> = {
  nothing: () => say(TODAY.nothing),
  'log-period': period,
  'wait-to-test': ({ cycle: { dates } }) =>
    say(dates ? TODAY.testFrom(monthAndDay(dates.testFrom)) : TODAY.waitToTest),
  test: (facts) => (facts.cycle.levelToday ? tested(facts) : testToday(facts)),
  'first-applicator': (facts) => applicator(TODAY.firstApplicator, facts),
  'second-applicator': (facts) => applicator(TODAY.secondApplicator, facts),
  'applicator-tomorrow': () => say(TODAY.applicatorTomorrow),
  'after-applicators': () => say(TODAY.passed, ACTIONS.coach),
  'no-peak-yet': () => say(TODAY.noPeak, ACTIONS.coach),
};

/** Who tests without having told of a period keeps testing: a surge that is missed does not come again in a cycle. */
function period(facts: TodayFacts): Today {
  const { cycle, lastOvulationTestOn, now, zone } = facts;
  if (cycle.gate === 'overdue') return say(TODAY.overdue, ACTIONS.period);
  const isTesting =
    lastOvulationTestOn !== null && daysBetween(lastOvulationTestOn, localDate(now, zone)) <= DAYS_OF_TESTING;
  if (!isTesting) return say(TODAY.logPeriod, ACTIONS.period);
  return cycle.levelToday ? say(TODAY.testedLogPeriod, ACTIONS.period) : testToday(facts);
}
const DAYS_OF_TESTING = 3;

/** With the first test of a cycle the days before the first sample begin to count. */
function testToday(facts: TodayFacts): Today {
  const { lastOvulationTestOn: last, lastPeriodOn } = facts;
  const isFirst = last === null || (lastPeriodOn !== null && last < lastPeriodOn);
  return say(isFirst ? withAbstinence(TODAY.test, facts) : TODAY.test, ACTIONS.ovulation);
}

const tested = (facts: TodayFacts): Today =>
  say(facts.cycle.levelToday === 'high' ? withAbstinence(TODAY.tested, facts) : TODAY.tested);

const withAbstinence = (sentence: string, { hasPartnerSample }: TodayFacts): string =>
  hasPartnerSample ? `${sentence} ${ABSTINENCE}` : sentence;
