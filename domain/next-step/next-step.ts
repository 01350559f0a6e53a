import { NEXT_STEP, NEXT_STEP_ACTIONS as ACTIONS } from '../copy/next-step.ts';
import { MINUTE } from '../time/instant.ts';
import { clockWords } from '../time/words.ts';
import { localParts } from '../time/local.ts';
import { capWearing, dayUnderWay, sampleRest } from '../treatment-day/treatment-day.ts';
import { callNow, callToday, reviewOf } from './calls.ts';
import { say, type FactsOfNow, type NextStep, type NextStepFacts } from './facts.ts';
import { askAboutKit, inPlan, questionnaireToday } from './plan.ts';

/** The first rule that has something to say says it: what a body needs, whom one can talk to, and then the plan. */
export function nextStepOf(facts: NextStepFacts): NextStep {
  const isInTreatment = facts.care.state === 'treatment';
  return (
    underWay(facts, isInTreatment) ??
    (isInTreatment ? questionnaireToday(facts) : null) ??
    (isInTreatment && facts.isJustCleared ? afterClearing(facts) : null) ??
    callToday(facts) ??
    orWaiting(facts, isInTreatment ? inPlan(facts) : outsideTreatment(facts))
  );
}

/** The news first, and then the day as it is now. A safety call that is still booked is listed below. */
function afterClearing(facts: NextStepFacts): NextStep {
  const calls = facts.calls.filter(({ appointmentType }) => appointmentType !== 'safety-call');
  const today = callToday({ ...facts, calls }) ?? orWaiting(facts, inPlan(facts));
  return { ...today, sentence: `${NEXT_STEP.cleared} ${today.sentence}` };
}

/** Notes, and where to send the kit, wait for what a body or a clinician needs today, and for nothing else. */
function orWaiting(facts: NextStepFacts, today: NextStep): NextStep {
  const {
    hasNewNotes,
    step,
    care: { state, afterLoss },
  } = facts;
  const isPressing =
    today.action !== null &&
    (state === 'unsure' || afterLoss || (state === 'treatment' && step !== null && step.cycle !== null));
  if (isPressing) return today;
  if (hasNewNotes) return say(NEXT_STEP.newNotes, ACTIONS.notes);
  return (state === 'treatment' ? askAboutKit(facts) : null) ?? today;
}

/** What holds whatever else is known: the timers of this device, and the calls. */
export const rightNow = (facts: FactsOfNow, isInTreatment: boolean): NextStep | null =>
  underWay(facts, isInTreatment) ?? callToday(facts);

/** A cap, a call or a timer that is running. */
export const underWay = (facts: FactsOfNow, isInTreatment: boolean): NextStep | null =>
  capTooLong(facts) ?? callNow(facts) ?? runningTimer(facts, isInTreatment);

/** A cap has to come out in whatever state somebody is. */
function capTooLong({ timers, now }: FactsOfNow): NextStep | null {
  const { state } = capWearing(dayUnderWay(timers), now);
  const isTooLong = state === 'due' || state === 'overdue';
  return isTooLong ? { sentence: NEXT_STEP.capOverdue, action: ACTIONS.removal, isUrgent: true } : null;
}

function runningTimer({ timers, now, zone }: FactsOfNow, isInTreatment: boolean): NextStep | null {
  const day = dayUnderWay(timers);
  const clock = (moment: number) => clockWords(localParts(moment, zone).time);
  const cap = capWearing(day, now);
  if (cap.state === 'in-place') return say(NEXT_STEP.capIn(clock(cap.endsAt)), ACTIONS.removal);
  const isWaiting = cap.state === 'not-started' && isInTreatment;
  const sample = sampleRest(day, now);
  if (!isWaiting || sample.state === 'not-started' || sample.state === 'used') return null;
  if (sample.state === 'resting') return say(NEXT_STEP.sampleResting(clock(sample.endsAt)), ACTIONS.timers);
  // A sample of days ago was not used, and is not worth a word.
  return now < sample.endsAt + SAMPLE_IS_NEWS ? say(NEXT_STEP.sampleRested, ACTIONS.timers) : null;
}
const SAMPLE_IS_NEWS = 6 * 60 * MINUTE;

/** The state's own card says what there is to say; here stands its one next step. */
function outsideTreatment(facts: NextStepFacts): NextStep {
  const { state, afterPositive, afterLoss, pause } = facts.care;
  const isPositiveAfterLoss = state === 'pregnant' && afterLoss;
  if (isPositiveAfterLoss || (state === 'unsure' && afterPositive)) {
    return reviewOf(facts) ?? say(NEXT_STEP.talkToday, ACTIONS.review);
  }
  if (state === 'pregnant') return reviewOf(facts) ?? say(NEXT_STEP.pregnantReview, ACTIONS.review);
  if (state === 'unsure') return say(NEXT_STEP.unclear, ACTIONS.unclear);
  if (state === 'paused' && pause?.isOver) return say(NEXT_STEP.resume, ACTIONS.pause);
  if (state === 'after-loss') return say(NEXT_STEP.afterLoss);
  return say(NEXT_STEP.nothing);
}
