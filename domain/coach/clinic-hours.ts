import { addDays, weekdayOf, type LocalDate, type Weekday } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { instantOf, localDate, type LocalTime } from '../time/local.ts';

/** When the care team reads and replies. `opens` and `closes` are on the clocks of `zone`. */
export type ClinicHours = {
  zone: string;
  opens: LocalTime;
  closes: LocalTime;
  days: readonly Weekday[];
  /** The promise: a reply within this many open hours. */
  replyHours: number;
};

export const EVERY_DAY: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

/** Until an administrator sets others. */
export const usualHours = (zone: string): ClinicHours => ({
  zone,
  opens: '08:00',
  closes: '22:00',
  days: EVERY_DAY,
  replyHours: 3,
});

/** The hours on a day when the clinic is open. */
export const hoursOf = (
  day: LocalDate,
  { opens, closes, zone }: ClinicHours,
): { opens: Instant; closes: Instant } => ({
  opens: instantOf(day, opens, zone),
  closes: instantOf(day, closes, zone),
});

export const isOpenOn = (day: LocalDate, { days }: ClinicHours): boolean => days.includes(weekdayOf(day));

/** This day, or the next one when the clinic is open. */
const openDayFrom = (day: LocalDate, clinic: ClinicHours): LocalDate =>
  isOpenOn(day, clinic) ? day : openDayFrom(addDays(day, 1), clinic);

const nextOpenDay = (day: LocalDate, clinic: ClinicHours) => openDayFrom(addDays(day, 1), clinic);

/** The clinic day something counts for: after closing time, the next one. */
export function dayHeard(from: Instant, clinic: ClinicHours): LocalDate {
  const day = openDayFrom(localDate(from, clinic.zone), clinic);
  return from < hoursOf(day, clinic).closes ? day : nextOpenDay(day, clinic);
}

/** When this much staffed time has passed. */
export function afterClinicTime(from: Instant, duration: number, clinic: ClinicHours): Instant {
  let day = dayHeard(from, clinic);
  let left = duration;
  for (;;) {
    const { opens, closes } = hoursOf(day, clinic);
    const starts = Math.max(from, opens);
    if (left <= closes - starts) return starts + left;
    left -= closes - starts;
    day = nextOpenDay(day, clinic);
  }
}

/** The end of the clinic day something counts for, or a number of days later. */
export const endOfClinicDay = (from: Instant, clinic: ClinicHours, daysLater = 0): Instant =>
  hoursOf(openDayFrom(addDays(dayHeard(from, clinic), daysLater), clinic), clinic).closes;
