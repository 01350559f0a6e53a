import { DAY } from '../../time/instant.ts';
import type { ClinicRule } from '../item.ts';

/** A calendar that recovers within a day needs no item. */
const UNREAD_FOR = DAY;

/** Only its owner knows the address. The item ends when the calendar is read again or disconnected. */
export const busyTimesUnread: ClinicRule = {
  id: 'busy-times-unread',
  title: 'Busy times not read',
  owner: 'host',
  find: ({ calendarFailing }, { now, daysLater }) =>
    calendarFailing === null || calendarFailing.at + UNREAD_FOR > now
      ? []
      : [
          {
            factId: calendarFailing.id,
            ownerId: calendarFailing.ownerId,
            since: calendarFailing.at + UNREAD_FOR,
            dueAt: daysLater(calendarFailing.at + UNREAD_FOR, 1),
            why: 'Your own calendar couldn’t be read for a day, so it blocks no booking. Check its address under ‘Your account’.',
          },
        ],
};
