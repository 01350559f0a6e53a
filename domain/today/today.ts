import { TODAY, TODAY_ACTIONS as ACTIONS } from '../copy/today.ts';
import { MINUTE } from '../time/instant.ts';
import { clockWords } from '../time/words.ts';
import { localParts } from '../time/local.ts';
import { capWearing, dayUnderWay, sampleRest } from '../treatment-day/treatment-day.ts';
import { callNow, callToday, reviewOf } from './calls.ts';
import { say, type FactsOfNow, type Today, type TodayFacts } from './facts.ts';
import { askAboutKit, inPlan, questionnaireToday } from './plan.ts';

/** The first rule that has something to say says it: what a body needs, whom one can talk to, and then the plan. */
export function todayOf(facts: TodayFacts): Today {
  const isInTreatment = facts.care.state === 'treatment';
  return (
    underWay(facts, isInTreatment) ??
    (isInTreatment ? questionnaireToday(facts) : null) ??
    callToday(facts) ??
    orWaiting(facts, isInTreatment ? inPlan(facts) : outsideTreatment(facts))
  );
}

/** Notes, and where to send the kit, wait for what a body or a clinician needs today, and for nothing else. */
function orWaiting(facts: TodayFacts, today: Today): Today {
  const {
    hasNewNotes,
    step,
    care: { state, afterLoss },
  } = facts;
  const isPressing =
    today.action !== null &&
    (state === 'unsure' || afterLoss || (state === 'treatment' && step !== null && step.cycle !== null));
  if (isPressing) return today;
  if (hasNewNotes) return say(TODAY.newNotes, ACTIONS.notes);
  return (state === 'treatment' ? askAboutKit(facts) : null) ?? today;
}

/** What holds whatever else is known: the timers of this device, and the calls. */
export const rightNow = (facts: FactsOfNow, isInTreatment: boolean): Today | null =>
  underWay(facts, isInTreatment) ?? callToday(facts);

/** A cap, a call or a timer that is running. */
export const underWay = (facts: FactsOfNow, isInTreatment: boolean): Today | null =>
  capTooLong(facts) ?? callNow(facts) ?? runningTimer(facts, isInTreatment);

/** A cap has to come out in whatever state somebody is. */
function capTooLong({ timers, now }: FactsOfNow): Today | null {
  const { state } = capWearing(dayUnderWay(timers), now);
  const isTooLong = state === 'due' || state === 'overdue';
  return isTooLong ? { sentence: TODAY.capOverdue, action: ACTIONS.removal, isUrgent: true } : null;
}

function runningTimer({ timers, now, zone }: FactsOfNow, isInTreatment: boolean): Today | null {
  const day = dayUnderWay(timers);
  const clock = (moment: number) => clockWords(localParts(moment, zone).time);
  const cap = capWearing(day, now);
  if (cap.state === 'in-place') return say(TODAY.capIn(clock(cap.endsAt)), ACTIONS.removal);
  const isWaiting = cap.state === 'not-started' && isInTreatment;
  const sample = sampleRest(day, now);
  if (!isWaiting || sample.state === 'not-started' || sample.state === 'used') return null;
  if (sample.state === 'resting') return say(TODAY.sampleResting(clock(sample.endsAt)), ACTIONS.timers);
  // A sample of days ago was not used, and is not worth a word.
  return now < sample.endsAt + SAMPLE_IS_NEWS ? say(TODAY.sampleRested, ACTIONS.timers) : null;
}
const SAMPLE_IS_NEWS = 6 * 60 * MINUTE;

/** The state's own card says what there is to say; here stands its one next step. */
function outsideTreatment(facts: TodayFacts): Today {
  const { state, afterPositive, afterLoss, pause } = facts.care;
  const isPositiveAfterLoss = state === 'pregnant' && afterLoss;
  if (isPositiveAfterLoss || (state === 'unsure' && afterPositive)) {
    return reviewOf(facts) ?? say(TODAY.talkToday, ACTIONS.review);
  }
  if (state === 'pregnant') return reviewOf(facts) ?? say(TODAY.pregnantReview, ACTIONS.review);
  if (state === 'unsure') return say(TODAY.unclear, ACTIONS.unclear);
  if (state === 'paused' && pause?.isOver) return say(TODAY.resume, ACTIONS.pause);
  if (state === 'after-loss') return say(TODAY.afterLoss);
  return say(TODAY.nothing);
}
