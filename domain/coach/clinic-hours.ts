import { addDays, type LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { instantOf, localDate } from '../time/local.ts';

const OPENS = '08:00';
const CLOSES = '22:00';

/** When someone is on duty on this day, in the clinic's zone. */
export const hoursOf = (day: LocalDate, zone: string): { opens: Instant; closes: Instant } => ({
  opens: instantOf(day, OPENS, zone),
  closes: instantOf(day, CLOSES, zone),
});

/** The clinic day something counts for: after closing time, the next one. */
export function dayHeard(from: Instant, zone: string): LocalDate {
  const day = localDate(from, zone);
  return from < hoursOf(day, zone).closes ? day : addDays(day, 1);
}

/** When this much staffed time has passed. */
export function afterClinicTime(from: Instant, duration: number, zone: string): Instant {
  let day = dayHeard(from, zone);
  let left = duration;
  for (;;) {
    const { opens, closes } = hoursOf(day, zone);
    const starts = Math.max(from, opens);
    if (left <= closes - starts) return starts + left;
    left -= closes - starts;
    day = addDays(day, 1);
  }
}

/** The end of the clinic day something counts for, or a number of days later. */
export const endOfClinicDay = (from: Instant, zone: string, daysLater = 0): Instant =>
  hoursOf(addDays(dayHeard(from, zone), daysLater), zone).closes;
