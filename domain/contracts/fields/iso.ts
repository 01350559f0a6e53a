import * as z from 'zod/mini';
import { instantFromIso, instantInUtc, momentIn, type Instant } from '../../time/instant.ts';
import type { LocalDate } from '../../time/day.ts';
import { localDate } from '../../time/local.ts';

// With nanoseconds a moment has 35 characters at most; longer text is no moment.
const MAX_CHARACTERS = 40;
const NO_MOMENT = 'Please enter a date and time such as 2026-11-18T10:30:00Z';

// Nobody's treatment is older than this: an earlier year is a slip of the keyboard. Years of five digits are written in
// another way. The moment counts and not its text, because an offset can push it over the edge.
const EARLIEST = instantInUtc('2000-01-01', '00:00');
const LATEST = instantInUtc('9999-12-31', '23:59:59.999');
const isPlausible = [
  z.refine<string>((text) => momentIn(text) >= EARLIEST, 'Please enter a date after the year 2000'),
  z.refine<string>((text) => momentIn(text) < LATEST, 'Please enter a date before the year 10000'),
] as const;

// `abort`: what is no date is compared with nothing, here or in a refinement of the whole request.

/** A moment as text, with its offset from UTC: without one it would mean another moment on every machine. */
export const IsoInstant = z.iso
  .datetime({ offset: true, error: NO_MOMENT, abort: true })
  .check(z.maxLength(MAX_CHARACTERS, NO_MOMENT), ...isPlausible);

/** A day, or a moment of it. */
export const IsoDay = z
  .union(
    [z.iso.datetime({ offset: true }).check(z.maxLength(MAX_CHARACTERS)), z.iso.date()],
    'Please enter a date such as 2026-11-18',
  )
  .check(...isPlausible);

/** A day of the patient's own calendar. */
export const Day = z.iso
  .date({ error: 'Please enter a date such as 2026-11-18', abort: true })
  .check(z.maxLength(10), ...isPlausible);

/** A day begins where it does in UTC: near enough to tell past from future. */
export const startOf = (day: z.output<typeof IsoDay>): Instant =>
  day.includes('T') ? instantFromIso(day) : instantInUtc(day, '00:00');

/** A day is the same day everywhere; a moment falls on the day that the zone's calendar shows. */
export const dayIn = (day: z.output<typeof IsoDay>, zone: string): LocalDate =>
  day.includes('T') ? localDate(instantFromIso(day), zone) : day;
