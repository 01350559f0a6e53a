import { TODAY, TODAY_ACTIONS as ACTIONS } from '../copy/today.ts';
import type { PhaseId } from '../journey/types.ts';
import { localDate } from '../time/local.ts';
import { weekdayAndDay } from '../time/words.ts';
import { bookedCall, heldCall, reviewOf } from './calls.ts';
import { inCycle } from './cycle.ts';
import { say, type Today, type TodayFacts } from './facts.ts';

/** What the phase of the plan asks for today. */
export const inPlan = (facts: TodayFacts): Today =>
  facts.step ? PHASES[facts.step.phaseId](facts) : say(TODAY.nothing);

const PHASES: Record<PhaseId, (facts: TodayFacts) => Today> = {
  welcome: consultation,
  'consultation-prep': consultation,
  optimize: ({ hasTracking }) => say(hasTracking ? TODAY.kit.onItsWay : TODAY.kit.prepared, ACTIONS.guide),
  consultation: coachTalk,
  ovulation: inCycle,
  abstinence: inCycle,
  applicators: inCycle,
  testing: inCycle,
  'post-treatment': (facts) => reviewOf(facts) ?? say(TODAY.review.book, ACTIONS.review),
};

function consultation(facts: TodayFacts): Today {
  const meeting = { appointmentType: 'initial-consultation', what: TODAY.consultation.what };
  const booked = bookedCall(facts, meeting);
  if (booked && !facts.hasAnsweredQuestionnaire) {
    const { startsAt } = facts.calls.find(
      ({ appointmentType }) => appointmentType === meeting.appointmentType,
    )!;
    const day = weekdayAndDay(localDate(startsAt, facts.zone));
    return say(TODAY.questionnaireFirst(meeting.what, day), ACTIONS.questionnaire);
  }
  return (
    booked ??
    heldCall(facts, meeting.appointmentType, TODAY.consultation.held, ACTIONS.plan) ??
    say(TODAY.consultation.book, ACTIONS.consultation)
  );
}

function coachTalk(facts: TodayFacts): Today {
  const meeting = { appointmentType: 'meet-your-clinical-coach', what: TODAY.coachTalk.what };
  return (
    bookedCall(facts, meeting) ??
    heldCall(facts, meeting.appointmentType, TODAY.coachTalk.held, ACTIONS.plan) ??
    say(TODAY.coachTalk.book, ACTIONS.coachTalk)
  );
}
