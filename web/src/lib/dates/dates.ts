import type { Instant } from '@domain/time/instant.ts';

// By hand: Intl's first answer takes a phone a tenth of a second, in the middle of Home's first paint.

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Wednesday */
export const weekday = (instant: Instant): string => WEEKDAYS[new Date(instant).getDay()]!;

/** November */
export const month = (instant: Instant): string => MONTHS[new Date(instant).getMonth()]!;

/** 14 */
export const dayOfMonth = (instant: Instant): number => new Date(instant).getDate();

/** November 14, 2026 */
export const longDate = (instant: Instant): string =>
  `${month(instant)} ${dayOfMonth(instant)}, ${new Date(instant).getFullYear()}`;

/** Wednesday, November 18 */
export const weekdayAndDay = (instant: Instant): string =>
  `${weekday(instant)}, ${month(instant)} ${dayOfMonth(instant)}`;

/** 7:42 am */
export function clockTime(instant: Instant): string {
  const time = new Date(instant);
  const minutes = String(time.getMinutes()).padStart(2, '0');
  return `${time.getHours() % 12 || 12}:${minutes} ${time.getHours() < 12 ? 'am' : 'pm'}`;
}

/** November 14, 2026, 7:42 am */
export const dateAndTime = (instant: Instant): string => `${longDate(instant)}, ${clockTime(instant)}`;
