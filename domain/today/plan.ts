import { KIT_ACTIONS, KIT_TODAY } from '../copy/kit-today.ts';
import { TODAY, TODAY_ACTIONS as ACTIONS } from '../copy/today.ts';
import type { PhaseId } from '../journey/types.ts';
import { kitState, type KitState } from '../kit/kit-state.ts';
import { daysBetween } from '../time/day.ts';
import { localDate, localParts } from '../time/local.ts';
import { clockWords, weekdayAndDay } from '../time/words.ts';
import { bookedOf, callOfPlan, nextToday, reviewOf } from './calls.ts';
import { inCycle } from './cycle.ts';
import { say, type Today, type TodayAction, type TodayFacts } from './facts.ts';

/** What the phase of the plan asks for today. */
export const inPlan = (facts: TodayFacts): Today =>
  facts.step ? PHASES[facts.step.phaseId](facts) : say(TODAY.nothing);

const PHASES: Record<PhaseId, (facts: TodayFacts) => Today> = {
  welcome,
  'consultation-prep': consultation,
  optimize: kit,
  consultation: coachTalk,
  ovulation: inCycle,
  abstinence: inCycle,
  applicators: inCycle,
  testing: inCycle,
  'post-treatment': (facts) => reviewOf(facts) ?? say(TODAY.review.book, ACTIONS.review),
};

const CONSULTATION = { appointmentType: 'initial-consultation', ...TODAY.consultation };

/** It can be booked here too; its questionnaire opens with the next phase. */
function welcome(facts: TodayFacts): Today {
  return consultation({ ...facts, hasAnsweredQuestionnaire: true });
}

function consultation(facts: TodayFacts): Today {
  const booked = bookedOf(facts, CONSULTATION.appointmentType);
  if (booked && !facts.hasAnsweredQuestionnaire) {
    return askBefore(TODAY.onDay(weekdayAndDay(localDate(booked.startsAt, facts.zone))));
  }
  return callOfPlan(facts, CONSULTATION, ACTIONS.plan) ?? say(TODAY.consultation.book, ACTIONS.consultation);
}

/** On the day of the consultation the questionnaire is still worth an answer. */
export function questionnaireToday(facts: TodayFacts): Today | null {
  const call = nextToday(facts);
  const isOpen =
    call?.appointmentType === CONSULTATION.appointmentType &&
    facts.step?.phaseId === 'consultation-prep' &&
    !facts.hasAnsweredQuestionnaire;
  return isOpen ? askBefore(TODAY.todayAt(clockWords(localParts(call.startsAt, facts.zone).time))) : null;
}

const askBefore = (when: string): Today =>
  say(TODAY.questionnaireFirst(CONSULTATION.what, when), ACTIONS.questionnaire);

function kit(facts: TodayFacts): Today {
  return KIT[stateOfKit(facts)](facts);
}

const stateOfKit = ({ kit: known, now, zone }: TodayFacts): KitState => kitState(known, localDate(now, zone));

const KIT: Record<KitState, (facts: TodayFacts) => Today> = {
  'not-asked': () => say(KIT_TODAY.notAsked, ACTIONS.answers),
  'address-needed': () => say(KIT_TODAY.address, KIT_ACTIONS.address),
  prepared: () => say(KIT_TODAY.prepared, ACTIONS.answers),
  sent: ({ kit: known, now, zone }) =>
    known.sentOn !== null && daysBetween(known.sentOn, localDate(now, zone)) >= DAYS_TO_FOLLOW
      ? say(KIT_TODAY.tellUs, KIT_ACTIONS.kit)
      : say(KIT_TODAY.onItsWay, parcelOf(known.trackingUrl)),
  late: () => say(KIT_TODAY.late, KIT_ACTIONS.kit),
  arrived: () => say(KIT_TODAY.arrived, ACTIONS.plan),
};
/** In the first days there is a parcel to follow; then it may be at the door. */
const DAYS_TO_FOLLOW = 3;

/** Only web addresses become links: these are typed in by people. */
const parcelOf = (url: string | null): TodayAction =>
  url !== null && /^https?:\/\//i.test(url) ? { ...KIT_ACTIONS.parcel, path: url } : KIT_ACTIONS.kit;

/** In whatever phase: where to send the kit, and whether a late one has come. */
export function askAboutKit(facts: TodayFacts): Today | null {
  const state = stateOfKit(facts);
  return state === 'address-needed' || state === 'late' ? KIT[state](facts) : null;
}

function coachTalk(facts: TodayFacts): Today {
  const meeting = { appointmentType: 'meet-your-clinical-coach', ...TODAY.coachTalk };
  return callOfPlan(facts, meeting, ACTIONS.plan) ?? say(TODAY.coachTalk.book, ACTIONS.coachTalk);
}
