import { weekdayOf, type LocalDate, type Weekday } from './day.ts';

// How days and times are written, everywhere. By hand: Intl's first call takes a phone a tenth of a second,
// in the middle of Home's first paint, and it would put a narrow space before AM that doubles the price of
// a text message.

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** 'Wednesday' */
export const weekdayName = (date: LocalDate): string => nameOfWeekday(weekdayOf(date));

export const nameOfWeekday = (day: Weekday): string => WEEKDAYS[day - 1]!;

/** 'November' */
export const monthName = (date: LocalDate): string => MONTHS[Number(date.slice(5, 7)) - 1]!;

/** 18 */
export const dayOfMonth = (date: LocalDate): number => Number(date.slice(8, 10));

/** 'November 2026' */
export const monthAndYear = (date: LocalDate): string => `${monthName(date)} ${year(date)}`;

/** 'November 18' */
export const monthAndDay = (date: LocalDate): string => `${monthName(date)} ${dayOfMonth(date)}`;

/** 'Nov 18' */
export const shortMonthAndDay = (date: LocalDate): string => `${short(monthName(date))} ${dayOfMonth(date)}`;

/** 'November 18, 2026' */
export const longDay = (date: LocalDate): string => `${monthAndDay(date)}, ${year(date)}`;

/** 'Wednesday, November 18' */
export const weekdayAndDay = (date: LocalDate): string => `${weekdayName(date)}, ${monthAndDay(date)}`;

/** 'Wednesday, 18 November', only where the portal's documents write a day this way: the date of a pregnancy test. */
export const weekdayDayMonth = (date: LocalDate): string =>
  `${weekdayName(date)}, ${dayOfMonth(date)} ${monthName(date)}`;

/** 'Wed, Nov 18' */
export const shortDay = (date: LocalDate): string => `${short(weekdayName(date))}, ${shortMonthAndDay(date)}`;

/** 'Wednesday, November 18, 2026' */
export const fullDay = (date: LocalDate): string => `${weekdayAndDay(date)}, ${year(date)}`;

/** '7:42 am', from '07:42' */
export function clockWords(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'am' : 'pm'}`;
}

const year = (date: LocalDate) => Number(date.slice(0, 4));
const short = (name: string) => name.slice(0, 3);
