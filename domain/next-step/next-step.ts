import { telephone } from '../coach/telephone.ts';
import { NEXT_STEP, NEXT_STEP_ACTIONS as ACTIONS } from '../copy/next-step.ts';
import { MINUTE } from '../time/instant.ts';
import { clockWords, monthAndDay } from '../time/words.ts';
import { localParts } from '../time/local.ts';
import { capWearing, dayUnderWay, hoursIn, sampleRest } from '../treatment-day/treatment-day.ts';
import { bookedCall, callNow, callToday, reviewOf } from './calls.ts';
import { questionnaireToday } from './consultation.ts';
import { say, type FactsOfNow, type NextStep, type NextStepFacts } from './facts.ts';
import { askAboutKit, inPlan } from './plan.ts';

/** The first rule with something to say wins: physical needs first, then calls, then the plan. */
export function nextStepOf(facts: NextStepFacts): NextStep {
  const isInTreatment = facts.care.state === 'treatment';
  return (
    capTooLong(facts) ??
    callNow(facts) ??
    urgentFirst(facts) ??
    underWay(facts, isInTreatment) ??
    (isInTreatment ? questionnaireToday(facts) : null) ??
    (isInTreatment && facts.isJustCleared ? afterClearing(facts) : null) ??
    (isInTreatment && facts.isKeptBlocked ? afterKeepingBlocked(facts) : null) ??
    bleedingFirst(facts) ??
    callToday(facts) ??
    orWaiting(facts, isInTreatment ? inPlan(facts) : outsideTreatment(facts))
  );
}

/** An urgent report comes before every step of the plan. */
function urgentFirst({ urgentReport, emergencyNumber, care }: NextStepFacts): NextStep | null {
  if (urgentReport === null) return null;
  // After the loss was reported, its card says this.
  if (urgentReport === 'loss') return care.state === 'after-loss' ? null : MENTIONED_LOSS;
  if (urgentReport === 'call-me') return say(NEXT_STEP.callAsked, ACTIONS.crisis);
  if (urgentReport === 'self-harm') return say(NEXT_STEP.notAlone, ACTIONS.crisis);
  const action = emergencyNumber ? callNumber(emergencyNumber) : ACTIONS.urgent;
  return { ...say(NEXT_STEP.urgentSymptoms(emergencyNumber), action), isUrgent: true };
}

/** The sentence says to call, so the button does. */
const callNumber = (number: string) => ({ label: NEXT_STEP.call(number), path: telephone(number) });

const MENTIONED_LOSS = say(NEXT_STEP.bleedingWithLoss, ACTIONS.loss);

/** Before any call or note: it must be checked today. */
function bleedingFirst({ bleeding, clinicPhone }: NextStepFacts): NextStep | null {
  if (bleeding === null) return null;
  if (bleeding === 'loss') return MENTIONED_LOSS;
  const call = { label: NEXT_STEP.callClinic, path: telephone(clinicPhone) };
  return say(NEXT_STEP.bleeding, clinicPhone ? call : ACTIONS.urgent);
}

/**
 * The clinician's decision comes first, then the rest of the day. A safety call that is still booked is
 * listed below.
 */
function afterClearing(facts: NextStepFacts): NextStep {
  const calls = facts.calls.filter(({ appointmentType }) => appointmentType !== 'safety-call');
  const today = callToday({ ...facts, calls }) ?? orWaiting(facts, inPlan(facts));
  return { ...today, sentence: `${NEXT_STEP.cleared} ${today.sentence}` };
}

/** The same if the check stays blocked: who to talk to, and when. */
function afterKeepingBlocked(facts: NextStepFacts): NextStep {
  const call =
    callToday(facts) ?? bookedCall(facts, { appointmentType: 'safety-call', ...NEXT_STEP.safetyCall });
  return call
    ? say(`${NEXT_STEP.keptBlocked} ${call.sentence}`, call.action)
    : say(NEXT_STEP.keptBlocked, ACTIONS.safetyCall);
}

/** Notes and the shipping address only wait for physical needs and a clinician's decision today. */
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

/** These hold in every state: this device's timers, and the calls. */
export const rightNow = (facts: FactsOfNow, isInTreatment: boolean): NextStep | null =>
  underWay(facts, isInTreatment) ?? callToday(facts);

/** A cap, a call or a running timer. */
export const underWay = (facts: FactsOfNow, isInTreatment: boolean): NextStep | null =>
  capTooLong(facts) ?? callNow(facts) ?? runningTimer(facts, isInTreatment);

/** A cap has to come out in every care state. */
function capTooLong({ timers, now }: FactsOfNow): NextStep | null {
  const cap = capWearing(dayUnderWay(timers), now);
  if (cap.state !== 'due' && cap.state !== 'overdue') return null;
  const sentence = cap.state === 'due' ? NEXT_STEP.capDue : NEXT_STEP.capOverdue(hoursIn(cap.endsAt, now));
  return { sentence, action: ACTIONS.removal, isUrgent: true };
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
  // A sample from days ago was not used, so it isn't mentioned.
  return now < sample.endsAt + SAMPLE_IS_NEWS ? say(NEXT_STEP.sampleRested, ACTIONS.timers) : null;
}
const SAMPLE_IS_NEWS = 6 * 60 * MINUTE;

/** The state's own card has the explanation; this is its one next step. */
function outsideTreatment(facts: NextStepFacts): NextStep {
  const { state, afterPositive, afterLoss, positiveWaits, asksForStatus, pause } = facts.care;
  // The page of the test says the same.
  const isPositiveAfterEnd = positiveWaits || (state === 'pregnant' && (afterLoss || asksForStatus));
  if (isPositiveAfterEnd || (state === 'unsure' && afterPositive)) {
    return reviewOf(facts) ?? say(NEXT_STEP.talkToday, ACTIONS.review);
  }
  if (state === 'pregnant') return reviewOf(facts) ?? say(NEXT_STEP.pregnantReview, ACTIONS.review);
  if (state === 'unsure') {
    return say([NEXT_STEP.unclear, ...afterUnclear(facts)].join(' '), ACTIONS.unclear);
  }
  if (state === 'paused' && pause?.isOver) return say(NEXT_STEP.resume, ACTIONS.pause);
  if (state === 'after-loss') return say(NEXT_STEP.afterLoss);
  return say(NEXT_STEP.nothing);
}

function afterUnclear({ applicatorWaits, earlyUnclear }: NextStepFacts): string[] {
  if (applicatorWaits) return [NEXT_STEP.unclearApplicator];
  if (!earlyUnclear) return [];
  return [NEXT_STEP.unclearEarly(earlyUnclear.from && monthAndDay(earlyUnclear.from))];
}
