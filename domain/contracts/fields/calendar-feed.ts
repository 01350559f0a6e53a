import * as z from 'zod/mini';
import { InstantText } from './sizes.ts';

/** 128 random bits, as base64url. */
export const FEED_SECRET = /^[\w-]{22}$/;
export const FEED_SECRET_LENGTH = 22;

/** When the address was made, and when a calendar last read it. Null where there is none. */
export const CalendarFeed = z.nullable(z.object({ madeAt: InstantText, readAt: z.nullable(InstantText) }));
export type CalendarFeed = z.output<typeof CalendarFeed>;

/** Only the response that creates the address has the secret. The database stores a hash. */
export const FeedSecret = z.nullable(z.string().check(z.maxLength(FEED_SECRET_LENGTH), z.regex(FEED_SECRET)));
