import { DAY } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

export const UNREAD_FOR = 7 * DAY;

/** An unread reply: perhaps someone should call. */
export const messageUnread: PatientRule = {
  id: 'message-unread',
  title: 'Message unread',
  owner: 'coach',
  find: ({ messagesUnread }, { now, sameDay }) =>
    messagesUnread
      .map(({ id, at }) => ({ id, since: at + UNREAD_FOR }))
      .filter(({ since }) => since <= now)
      .map(({ id, since }) => ({
        factId: id,
        since,
        dueAt: sameDay(since),
        why: 'The patient hasn’t read our reply for 7 days.',
      })),
};
