import { stageOf } from '../../messages/reply-clock.ts';
import type { PatientRule } from '../item.ts';

export const messageWaits: PatientRule = {
  id: 'message-waits',
  title: 'Unanswered message',
  owner: 'coach',
  find: ({ messagesWaiting }, { now }) =>
    messagesWaiting
      .map((waiting) => ({ ...waiting, stage: stageOf(waiting, now) }))
      .map(({ id, at, dueAt, stage }) => ({
        factId: id,
        since: at,
        dueAt,
        owner: stage === 'overdue' ? ('clinician' as const) : ('coach' as const),
        ownerId: stage === 'fresh' ? undefined : null,
        why: 'A message waits for an answer.',
      })),
};
