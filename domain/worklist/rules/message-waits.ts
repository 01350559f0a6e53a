import { conversationHolder } from '../../messages/holder.ts';
import { stageOf } from '../../messages/reply-clock.ts';
import type { PatientRule } from '../item.ts';

const whyOf = (topic: string | undefined, firstWords: string | undefined): string =>
  topic === undefined
    ? 'A message needs a reply.'
    : firstWords
      ? `${topic}: “${firstWords}”`
      : `${topic}: a picture.`;

export const messageWaits: PatientRule = {
  id: 'message-waits',
  title: 'Unanswered message',
  owner: 'coach',
  find: ({ messagesWaiting }, { now }) =>
    messagesWaiting
      .map((waiting) => ({ ...waiting, stage: stageOf(waiting, now) }))
      .map(({ id, at, lastAt, dueAt, stage, topic, firstWords, keptBy = [] }) => ({
        factId: id,
        since: at,
        lastAt: lastAt ?? at,
        dueAt,
        owner: stage === 'overdue' ? ('clinician' as const) : ('coach' as const),
        ownerId: stage === 'fresh' ? (conversationHolder(keptBy, at) ?? undefined) : null,
        why: whyOf(topic, firstWords),
      })),
};
