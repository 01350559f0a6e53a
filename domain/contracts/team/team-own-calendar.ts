import * as z from 'zod/mini';
import { CalendarFeed, FeedSecret } from '../fields/calendar-feed.ts';

export const TeamOwnCalendarRequest = z.strictObject({});

/** A new address ends the one before it. */
export const TeamOwnCalendarChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('renew-feed') }),
  z.strictObject({ action: z.literal('end-feed') }),
]);

export const TeamOwnCalendarAnswer = z.object({ feed: CalendarFeed, secret: FeedSecret });
