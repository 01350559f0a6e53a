import { TODAY, TODAY_ACTIONS as ACTIONS } from '../copy/today.ts';
import type { Next } from '../cycle/standing.ts';
import { addDays } from '../time/day.ts';
import { localDate } from '../time/local.ts';
import { monthAndDay } from '../time/words.ts';
import { say, type Today, type TodayFacts } from './facts.ts';

/** A day of a treatment cycle. What was used is asked about before what comes next. */
export const inCycle = (facts: TodayFacts): Today =>
  surveyOwed(facts) ?? (isWaiting(facts) ? untilPregnancyTest(facts) : byNext(facts));

function surveyOwed({ applicators: { usedOn, surveysSent } }: TodayFacts): Today | null {
  if (surveysSent >= Math.min(usedOn.length, 2)) return null;
  return say(TODAY.survey[surveysSent]!, surveysSent === 0 ? ACTIONS.firstSurvey : ACTIONS.secondSurvey);
}

/** The applicators are used, or the plan says so. */
const isWaiting = ({ step, cycle, applicators }: TodayFacts): boolean =>
  step?.phaseId === 'testing' || (cycle.next === 'after-applicators' && applicators.usedOn.length > 0);

/** About three weeks, where nobody can tell when a period is missed. */
const DAYS_TO_PREGNANCY_TEST = 21;

function untilPregnancyTest({ now, zone, applicators, cycle, lastNegativeOn }: TodayFacts): Today {
  if (lastNegativeOn) return say(TODAY.negative, ACTIONS.coachCall);
  const last = applicators.usedOn.toSorted().at(-1);
  const from = last && addDays(last, DAYS_TO_PREGNANCY_TEST);
  if (from && from <= localDate(now, zone)) return say(TODAY.pregnancyTest, ACTIONS.pregnancy);
  // Where the forecast's gate is closed no surface shows a date.
  return from && cycle.dates
    ? say(TODAY.pregnancyTestFrom(monthAndDay(from)))
    : say(TODAY.waitForPregnancyTest);
}

const byNext = (facts: TodayFacts): Today =>
  facts.cycle.askCoach.length > 0 ? say(TODAY.askCoach, ACTIONS.coach) : NEXT[facts.cycle.next](facts);

const NEXT: Record<Next, (facts: TodayFacts) => Today> = {
  nothing: () => say(TODAY.nothing),
  'log-period': () => say(TODAY.logPeriod, ACTIONS.period),
  'wait-to-test': ({ cycle: { dates } }) =>
    say(dates ? TODAY.testFrom(monthAndDay(dates.testFrom)) : TODAY.waitToTest),
  test: ({ cycle }) => (cycle.levelToday ? say(TODAY.tested) : say(TODAY.test, ACTIONS.ovulation)),
  'first-applicator': (facts) => applicator(TODAY.firstApplicator, facts),
  'second-applicator': (facts) => applicator(TODAY.secondApplicator, facts),
  'applicator-tomorrow': () => say(TODAY.applicatorTomorrow),
  'after-applicators': () => say(TODAY.passed, ACTIONS.coach),
  'no-peak-yet': () => say(TODAY.noPeakYet, ACTIONS.coach),
};

function applicator(sentence: string, { safety }: TodayFacts): Today {
  if (safety === 'held') return say(TODAY.held, ACTIONS.consultation);
  if (safety === 'ready') return say(sentence, ACTIONS.timers);
  return say(`${sentence} ${TODAY.safetyFirst}`, ACTIONS.safety);
}
