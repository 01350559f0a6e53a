import { KIT_ACTIONS, KIT_NEXT_STEP } from '../copy/kit-next-step.ts';
import { NEXT_STEP, NEXT_STEP_ACTIONS as ACTIONS } from '../copy/next-step.ts';
import type { PhaseId } from '../journey/types.ts';
import { kitState, type KitState } from '../kit/kit-state.ts';
import { daysBetween } from '../time/day.ts';
import { localDate } from '../time/local.ts';
import { callOfPlan, reviewOf } from './calls.ts';
import { consultation, firstConsultation, hadConsultation } from './consultation.ts';
import { inCycle } from './cycle.ts';
import { say, type NextStep, type NextStepAction, type NextStepFacts } from './facts.ts';

/** What the plan's phase asks for today. */
export const inPlan = (facts: NextStepFacts): NextStep =>
  facts.step ? PHASES[facts.step.phaseId](facts) : say(NEXT_STEP.nothing);

const PHASES: Record<PhaseId, (facts: NextStepFacts) => NextStep> = {
  welcome: firstConsultation,
  'consultation-prep': consultation,
  optimize: kit,
  consultation: coachTalk,
  ovulation: inCycle,
  abstinence: inCycle,
  applicators: inCycle,
  testing: inCycle,
  'post-treatment': (facts) => reviewOf(facts) ?? say(NEXT_STEP.review.book, ACTIONS.review),
};

function kit(facts: NextStepFacts): NextStep {
  return KIT[stateOfKit(facts)](facts);
}

const stateOfKit = ({ kit: known, now, zone }: NextStepFacts): KitState =>
  kitState(known, localDate(now, zone));

const KIT: Record<KitState, (facts: NextStepFacts) => NextStep> = {
  'not-asked': (facts) => withoutConsultation(facts) ?? say(KIT_NEXT_STEP.notAsked, ACTIONS.answers),
  'address-needed': () => say(KIT_NEXT_STEP.address, KIT_ACTIONS.address),
  prepared: () => say(KIT_NEXT_STEP.prepared, ACTIONS.answers),
  sent: ({ kit: known, now, zone }) =>
    known.sentOn !== null && daysBetween(known.sentOn, localDate(now, zone)) >= DAYS_TO_FOLLOW
      ? say(KIT_NEXT_STEP.tellUs, KIT_ACTIONS.kit)
      : say(KIT_NEXT_STEP.onItsWay, parcelOf(known.trackingUrl)),
  late: () => say(KIT_NEXT_STEP.late, KIT_ACTIONS.kit),
  arrived: () => say(KIT_NEXT_STEP.arrived, ACTIONS.plan),
};
/**
 * The kit comes after the consultation. If that was marked complete without taking place, it is still the
 * next step.
 */
const withoutConsultation = (facts: NextStepFacts): NextStep | null =>
  hadConsultation(facts) ? null : firstConsultation(facts);

/** In the first days there is a package to track. Later it may have arrived. */
const DAYS_TO_FOLLOW = 3;

/** Only web addresses become links: people type these in. */
const parcelOf = (url: string | null): NextStepAction =>
  url !== null && /^https?:\/\//i.test(url) ? { ...KIT_ACTIONS.parcel, path: url } : KIT_ACTIONS.kit;

/** In every phase, asks for the shipping address and whether a late kit has arrived. */
export function askAboutKit(facts: NextStepFacts): NextStep | null {
  const state = stateOfKit(facts);
  return state === 'address-needed' || state === 'late' ? KIT[state](facts) : null;
}

function coachTalk(facts: NextStepFacts): NextStep {
  const meeting = { appointmentType: 'meet-your-clinical-coach', ...NEXT_STEP.coachTalk };
  return callOfPlan(facts, meeting, ACTIONS.plan) ?? say(NEXT_STEP.coachTalk.book, ACTIONS.coachTalk);
}
