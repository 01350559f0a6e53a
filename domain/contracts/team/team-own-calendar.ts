import * as z from 'zod/mini';
import { BUSY_PROBLEMS, type BusyProblem } from '../../booking/busy-problems.ts';
import { CalendarFeed, FeedSecret } from '../fields/calendar-feed.ts';
import { Count, InstantText, Line } from '../fields/sizes.ts';
import { isWebAddress } from '../fields/web-address.ts';

export const TeamOwnCalendarRequest = z.strictObject({});

export const MAX_CALENDAR_ADDRESS = 2_000;
const NOT_AN_ADDRESS = 'Please enter an address that starts with https://';

/** Calendar programs also write webcal:// instead of https://. */
const CalendarAddress = z
  .string(NOT_AN_ADDRESS)
  .check(z.maxLength(MAX_CALENDAR_ADDRESS, NOT_AN_ADDRESS), z.trim())
  .check(
    z.overwrite((address) => address.replace(/^webcals?:\/\//i, 'https://')),
    z.refine((address) => address.startsWith('https://') && isWebAddress(address), NOT_AN_ADDRESS),
  );

/** Adding a calendar, or a new feed address, replaces the previous one. */
export const TeamOwnCalendarChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('renew-feed') }),
  z.strictObject({ action: z.literal('end-feed') }),
  z.strictObject({ action: z.literal('connect'), address: CalendarAddress }),
  z.strictObject({ action: z.literal('disconnect') }),
]);

const BusyTimes = z.object({
  /** The server's name. The whole address is never shown again. */
  host: Line,
  /** When it was last read. Null if never. */
  readAt: z.nullable(InstantText),
  problem: z.nullable(z.enum(Object.keys(BUSY_PROBLEMS) as BusyProblem[])),
  failingSince: z.nullable(InstantText),
  /** The number of events that could not be read. */
  skipped: Count,
});
export type BusyTimes = z.output<typeof BusyTimes>;

export const TeamOwnCalendarAnswer = z.object({
  feed: CalendarFeed,
  secret: FeedSecret,
  busy: z.nullable(BusyTimes),
});
