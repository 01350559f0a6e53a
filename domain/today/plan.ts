import { TODAY, TODAY_ACTIONS as ACTIONS } from '../copy/today.ts';
import type { PhaseId } from '../journey/types.ts';
import { localDate, localParts } from '../time/local.ts';
import { clockWords, weekdayAndDay } from '../time/words.ts';
import { bookedOf, callOfPlan, nextToday, reviewOf } from './calls.ts';
import { inCycle } from './cycle.ts';
import { say, type Today, type TodayFacts } from './facts.ts';

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

/** Only web addresses become links: these are typed in by people. */
function kit({ trackingUrl }: TodayFacts): Today {
  if (trackingUrl === null) return say(TODAY.kit.prepared, ACTIONS.answers);
  const canFollow = /^https?:\/\//i.test(trackingUrl);
  return say(TODAY.kit.onItsWay, canFollow ? { ...ACTIONS.parcel, path: trackingUrl } : ACTIONS.answers);
}

function coachTalk(facts: TodayFacts): Today {
  const meeting = { appointmentType: 'meet-your-clinical-coach', ...TODAY.coachTalk };
  return callOfPlan(facts, meeting, ACTIONS.plan) ?? say(TODAY.coachTalk.book, ACTIONS.coachTalk);
}
