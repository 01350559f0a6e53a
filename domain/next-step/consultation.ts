import { NEXT_STEP, NEXT_STEP_ACTIONS as ACTIONS } from '../copy/next-step.ts';
import { localDate, localParts } from '../time/local.ts';
import { clockWords, weekdayAndDay } from '../time/words.ts';
import { bookedOf, callOfPlan, nextToday } from './calls.ts';
import { say, type NextStep, type NextStepFacts } from './facts.ts';

const CONSULTATION = { appointmentType: 'initial-consultation', ...NEXT_STEP.consultation };

/** It can be booked in the first phase too; its questionnaire opens with the next one. */
export function firstConsultation(facts: NextStepFacts): NextStep {
  const next = consultation({ ...facts, hasAnsweredQuestionnaire: true });
  const isAskedNext =
    !facts.hasAnsweredQuestionnaire && bookedOf(facts, CONSULTATION.appointmentType) !== undefined;
  return isAskedNext ? { ...next, sentence: `${next.sentence} ${NEXT_STEP.consultation.asksNext}` } : next;
}

export function consultation(facts: NextStepFacts): NextStep {
  const booked = bookedOf(facts, CONSULTATION.appointmentType);
  if (booked && !facts.hasAnsweredQuestionnaire) {
    return askBefore(NEXT_STEP.onDay(weekdayAndDay(localDate(booked.startsAt, facts.zone))));
  }
  return (
    callOfPlan(facts, CONSULTATION, ACTIONS.plan) ?? say(NEXT_STEP.consultation.book, ACTIONS.consultation)
  );
}

/** Its time has come, as far as the calls tell; some clinics never record how one went. */
export const hadConsultation = ({
  callsHeld,
  callsPast,
}: Pick<NextStepFacts, 'callsHeld' | 'callsPast'>): boolean =>
  callsHeld.includes(CONSULTATION.appointmentType) || CONSULTATION.appointmentType in callsPast;

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
