import { DAY } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

export const UNREAD_FOR = 7 * DAY;

/** An answer that the patient has not read: perhaps somebody should call. */
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
        why: 'Our answer has been unread for 7 days.',
      })),
};
