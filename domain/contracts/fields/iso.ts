import * as z from 'zod/mini';
import { instantFromIso, instantInUtc, momentIn, type Instant } from '../../time/instant.ts';
import type { LocalDate } from '../../time/day.ts';
import { localDate } from '../../time/local.ts';

// With nanoseconds a moment has at most 35 characters; longer text is not a moment.
const MAX_CHARACTERS = 40;
const NO_MOMENT = 'Please enter a date and time such as 2026-11-18T10:30:00Z';

// No treatment is older than this: an earlier year is a typo. Five-digit years are written differently. The
// moment counts, not its text, because an offset can move it across the limit.
const EARLIEST = instantInUtc('2000-01-01', '00:00');
const LATEST = instantInUtc('9999-12-31', '23:59:59.999');
const isPlausible = [
  z.refine<string>((text) => momentIn(text) >= EARLIEST, 'Please enter a date after the year 2000'),
  z.refine<string>((text) => momentIn(text) < LATEST, 'Please enter a date before the year 10000'),
] as const;

// `abort`: an invalid date is compared with nothing, here or in a refinement of the whole request.

/** A moment as text, with its UTC offset: without one it would differ on every machine. */
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

/** A day in the patient's own calendar. */
export const Day = z.iso
  .date({ error: 'Please enter a date such as 2026-11-18', abort: true })
  .check(z.maxLength(10), ...isPlausible);

/** A day starts where it does in UTC: close enough to tell past from future. */
export const startOf = (day: z.output<typeof IsoDay>): Instant =>
  day.includes('T') ? instantFromIso(day) : instantInUtc(day, '00:00');

/** A day is the same everywhere; a moment falls on the day in the zone's calendar. */
export const dayIn = (day: z.output<typeof IsoDay>, zone: string): LocalDate =>
  day.includes('T') ? localDate(instantFromIso(day), zone) : day;
