import * as z from 'zod/mini';
import { FEED_SECRET, FEED_SECRET_LENGTH } from '../fields/calendar-feed.ts';

/** A calendar has no other credential: anyone with the address can read one person's call times. */
export const CalendarFeedRequest = z.strictObject({
  feed: z
    .string('This address is incomplete')
    .check(
      z.maxLength(FEED_SECRET_LENGTH, 'This address is incomplete'),
      z.regex(FEED_SECRET, 'This address is incomplete'),
    ),
});
