import type { Concern } from '../../messages/concerns.ts';
import type { Instant } from '../../time/instant.ts';
import type { Clock, Item, PatientRule } from '../item.ts';

type About = Pick<PatientRule, 'id' | 'title' | 'owner'> & {
  concern: Concern;
  why: string;
  whyOfTimes: (times: number) => string;
  isUrgent: boolean;
  due: (at: Instant, clock: Clock) => Instant;
};

/** What a message asks for besides a reply; the message has its own item. */
function about({ id, title, owner, concern, why, whyOfTimes, isUrgent, due }: About): PatientRule {
  const whyOfAll: Item['whyOfAll'] = ({ length }) => whyOfTimes(length);
  return {
    id,
    title,
    owner,
    find: ({ concerns }, clock) =>
      concerns
        .filter((reported) => reported.concern === concern)
        .map(({ id: factId, at }) => ({ factId, since: at, dueAt: due(at, clock), why, whyOfAll, isUrgent })),
  };
}

export const selfHarm = about({
  id: 'self-harm',
  title: 'Self-harm mentioned',
  owner: 'clinician',
  concern: 'self-harm',
  why: 'A message mentions self-harm.',
  whyOfTimes: (times) => `${times} messages mention self-harm.`,
  isUrgent: true,
  due: (at, { within }) => within(at, 30),
});

export const asksForACall = about({
  id: 'asks-for-a-call',
  title: 'Asks for a call now',
  owner: 'clinician',
  concern: 'call-me',
  // The portal offers this call only on the card that appears next to words of self-harm.
  why: 'The patient wrote about self-harm and asked for a call.',
  whyOfTimes: (times) => `The patient wrote about self-harm and asked ${times} times for a call.`,
  isUrgent: true,
  due: (at, { within }) => within(at, 30),
});

/** Until a clinician clears the check: that is the patient's answer. Corrected answers that still block leave it. */
export const answerToday: PatientRule = {
  id: 'answer-today',
  title: 'Needs an answer today',
  owner: 'clinician',
  find: ({ concerns, safetyCheckHeld }, { answerToday: due }) =>
    concerns
      .filter(
        ({ concern, at }) =>
          concern === 'answer-today' &&
          safetyCheckHeld &&
          at >= (safetyCheckHeld.firstAt ?? safetyCheckHeld.at),
      )
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: due(at),
        isUrgent: true,
        why: 'The patient needs an answer about their safety check today.',
      })),
};

export const urgentMessage = about({
  id: 'urgent-message',
  title: 'Urgent message',
  owner: 'clinician',
  concern: 'urgent',
  why: 'A message mentions an urgent symptom.',
  whyOfTimes: (times) => `${times} messages mention an urgent symptom.`,
  isUrgent: true,
  due: (at, { within }) => within(at, 60),
});

export const lossMentioned = about({
  id: 'loss-mentioned',
  title: 'Loss mentioned',
  owner: 'clinician',
  concern: 'loss',
  why: 'A message mentions a pregnancy loss.',
  whyOfTimes: (times) => `${times} messages mention a pregnancy loss.`,
  isUrgent: true,
  due: (at, { within }) => within(at, 60),
});

export const hardTime = about({
  id: 'hard-time',
  title: 'Having a hard time',
  owner: 'coach',
  concern: 'hard-time',
  why: 'The patient is having a hard time and would like to hear from their coach.',
  whyOfTimes: (times) =>
    `The patient said ${times} times that they are having a hard time, and would like to hear from their coach.`,
  isUrgent: false,
  due: (at, { sameDay }) => sameDay(at),
});
