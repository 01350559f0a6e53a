import * as z from 'zod/mini';
import { FEED_SECRET, FEED_SECRET_LENGTH } from '../fields/calendar-feed.ts';

/** The address is all that a calendar has: anyone who holds it reads one person's call times. */
export const CalendarFeedRequest = z.strictObject({
  feed: z
    .string('This address is incomplete')
    .check(
      z.maxLength(FEED_SECRET_LENGTH, 'This address is incomplete'),
      z.regex(FEED_SECRET, 'This address is incomplete'),
    ),
});
