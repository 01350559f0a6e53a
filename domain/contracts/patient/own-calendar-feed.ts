import * as z from 'zod/mini';
import { CalendarFeed, FeedSecret } from '../fields/calendar-feed.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const OwnCalendarFeedRequest = z.strictObject({});

/** A new address ends the one before it. */
export const OwnCalendarFeedChange = z.strictObject(
  { action: z.enum(['renew', 'end'], 'Please select what to do with the address') },
  NOT_AN_OBJECT,
);

export const OwnCalendarFeedAnswer = z.object({ feed: CalendarFeed, secret: FeedSecret });
