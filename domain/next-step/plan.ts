import { KIT_ACTIONS, KIT_NEXT_STEP } from '../copy/kit-next-step.ts';
import { NEXT_STEP, NEXT_STEP_ACTIONS as ACTIONS } from '../copy/next-step.ts';
import type { PhaseId } from '../journey/types.ts';
import { kitState, type KitState } from '../kit/kit-state.ts';
import { daysBetween } from '../time/day.ts';
import { localDate, localParts } from '../time/local.ts';
import { clockWords, weekdayAndDay } from '../time/words.ts';
import { bookedOf, callOfPlan, nextToday, reviewOf } from './calls.ts';
import { inCycle } from './cycle.ts';
import { say, type NextStep, type NextStepAction, type NextStepFacts } from './facts.ts';

/** What the phase of the plan asks for today. */
export const inPlan = (facts: NextStepFacts): NextStep =>
  facts.step ? PHASES[facts.step.phaseId](facts) : say(NEXT_STEP.nothing);

const PHASES: Record<PhaseId, (facts: NextStepFacts) => NextStep> = {
  welcome,
  'consultation-prep': consultation,
  optimize: kit,
  consultation: coachTalk,
  ovulation: inCycle,
  abstinence: inCycle,
  applicators: inCycle,
  testing: inCycle,
  'post-treatment': (facts) => reviewOf(facts) ?? say(NEXT_STEP.review.book, ACTIONS.review),
};

const CONSULTATION = { appointmentType: 'initial-consultation', ...NEXT_STEP.consultation };

/** It can be booked here too; its questionnaire opens with the next phase. */
function welcome(facts: NextStepFacts): NextStep {
  return consultation({ ...facts, hasAnsweredQuestionnaire: true });
}

function consultation(facts: NextStepFacts): NextStep {
  const booked = bookedOf(facts, CONSULTATION.appointmentType);
  if (booked && !facts.hasAnsweredQuestionnaire) {
    return askBefore(NEXT_STEP.onDay(weekdayAndDay(localDate(booked.startsAt, facts.zone))));
  }
  return (
    callOfPlan(facts, CONSULTATION, ACTIONS.plan) ?? say(NEXT_STEP.consultation.book, ACTIONS.consultation)
  );
}

/** On the day of the consultation the questionnaire is still worth an answer. */
export function questionnaireToday(facts: NextStepFacts): NextStep | null {
  const call = nextToday(facts);
  const isOpen =
    call?.appointmentType === CONSULTATION.appointmentType &&
    facts.step?.phaseId === 'consultation-prep' &&
    !facts.hasAnsweredQuestionnaire;
  return isOpen ? askBefore(NEXT_STEP.todayAt(clockWords(localParts(call.startsAt, facts.zone).time))) : null;
}

const askBefore = (when: string): NextStep =>
  say(NEXT_STEP.questionnaireFirst(CONSULTATION.what, when), ACTIONS.questionnaire);

function kit(facts: NextStepFacts): NextStep {
  return KIT[stateOfKit(facts)](facts);
}

const stateOfKit = ({ kit: known, now, zone }: NextStepFacts): KitState =>
  kitState(known, localDate(now, zone));

const KIT: Record<KitState, (facts: NextStepFacts) => NextStep> = {
  'not-asked': () => say(KIT_NEXT_STEP.notAsked, ACTIONS.answers),
  'address-needed': () => say(KIT_NEXT_STEP.address, KIT_ACTIONS.address),
  prepared: () => say(KIT_NEXT_STEP.prepared, ACTIONS.answers),
  sent: ({ kit: known, now, zone }) =>
    known.sentOn !== null && daysBetween(known.sentOn, localDate(now, zone)) >= DAYS_TO_FOLLOW
      ? say(KIT_NEXT_STEP.tellUs, KIT_ACTIONS.kit)
      : say(KIT_NEXT_STEP.onItsWay, parcelOf(known.trackingUrl)),
  late: () => say(KIT_NEXT_STEP.late, KIT_ACTIONS.kit),
  arrived: () => say(KIT_NEXT_STEP.arrived, ACTIONS.plan),
};
/** In the first days there is a parcel to follow; then it may be at the door. */
const DAYS_TO_FOLLOW = 3;

/** Only web addresses become links: these are typed in by people. */
const parcelOf = (url: string | null): NextStepAction =>
  url !== null && /^https?:\/\//i.test(url) ? { ...KIT_ACTIONS.parcel, path: url } : KIT_ACTIONS.kit;

/** In whatever phase: where to send the kit, and whether a late one has come. */
export function askAboutKit(facts: NextStepFacts): NextStep | null {
  const state = stateOfKit(facts);
  return state === 'address-needed' || state === 'late' ? KIT[state](facts) : null;
}

function coachTalk(facts: NextStepFacts): NextStep {
  const meeting = { appointmentType: 'meet-your-clinical-coach', ...NEXT_STEP.coachTalk };
  return callOfPlan(facts, meeting, ACTIONS.plan) ?? say(NEXT_STEP.coachTalk.book, ACTIONS.coachTalk);
}
