import { daysBetween, type Weekday } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { localDate, localParts } from '../time/local.ts';
import { nameOfWeekday, weekdayName } from '../time/words.ts';
import { hoursOf, type ClinicHours } from './clinic-hours.ts';
import { replyTo } from './reply-time.ts';

/** The promise, in the patient's time: 'Replies within 3 hours, 8am to 10pm, 7 days a week.' */
export const promiseWords = (now: Instant, zone: string, clinic: ClinicHours): string =>
  `Replies within ${replyTime(now, zone, clinic)}.`;

/** '3 hours, 8am to 10pm, 7 days a week' */
export function replyTime(now: Instant, zone: string, clinic: ClinicHours): string {
  const { replyHours, days } = clinic;
  const hours = `${replyHours} ${replyHours === 1 ? 'hour' : 'hours'}`;
  return `${hours}, ${hoursFor(now, zone, clinic)}, ${daysWords(days)}`;
}

/** In words, in the patient's time: 'Replies resume at 8am. Write now and you’ll hear back by 11am.' */
export function replyWords(now: Instant, zone: string, clinic: ClinicHours): string {
  const { resumesAt, by } = replyTo(now, clinic);
  const answer = (from: Instant) =>
    `Write now and you’ll hear back by ${hour(by, zone)}${isSameDay(by, from, zone) ? '' : dayAfter(by, now, zone)}.`;
  if (resumesAt === null) return answer(now);
  const later = isSameDay(resumesAt, now, zone) ? '' : dayAfter(resumesAt, now, zone);
  return `Replies resume at ${hour(resumesAt, zone)}${later}. ${answer(resumesAt)}`;
}

/** For an existing message, in the patient's time: 'You’ll hear back by 8:30am tomorrow.' */
export const dueWords = (dueAt: Instant, now: Instant, zone: string): string =>
  `You’ll hear back by ${hour(dueAt, zone)}${isSameDay(dueAt, now, zone) ? '' : dayAfter(dueAt, now, zone)}.`;

/** '3am to 5pm' */
function hoursFor(now: Instant, zone: string, clinic: ClinicHours): string {
  if (clinic.opens === '00:00' && clinic.closes === '24:00') return '24 hours a day';
  const { opens, closes } = hoursOf(localDate(now, clinic.zone), clinic);
  return `${hour(opens, zone)} to ${hour(closes, zone)}`;
}

/** '7 days a week', 'Monday to Friday', 'Monday, Wednesday and Friday' */
function daysWords(days: readonly Weekday[]): string {
  const [first, last] = [days[0]!, days.at(-1)!];
  if (days.length === 7) return '7 days a week';
  if (days.length > 2 && last - first === days.length - 1)
    return `${nameOfWeekday(first)} to ${nameOfWeekday(last)}`;
  return [days.slice(0, -1).map(nameOfWeekday).join(', '), nameOfWeekday(last)].filter(Boolean).join(' and ');
}

/**
 * For reports that must not go unread, in the patient's time: 'Your care team won’t see this before 8am.'
 * Null during the hours.
 */
export function unreadWords(now: Instant, zone: string, clinic: ClinicHours): string | null {
  const { resumesAt } = replyTo(now, clinic);
  if (resumesAt === null) return null;
  const isSoon = daysBetween(localDate(now, zone), localDate(resumesAt, zone)) < 2;
  return `Your care team won’t see this before ${hour(resumesAt, zone)}${isSoon ? '' : dayAfter(resumesAt, now, zone)}.`;
}

const isSameDay = (one: Instant, other: Instant, zone: string) =>
  localDate(one, zone) === localDate(other, zone);

/** ' tomorrow', or ' on Monday' */
function dayAfter(instant: Instant, now: Instant, zone: string): string {
  const [today, day] = [localDate(now, zone), localDate(instant, zone)];
  return daysBetween(today, day) === 1 ? ' tomorrow' : ` on ${weekdayName(day)}`;
}

/** As the promise writes its hours: 8am, 4:30pm. */
function hour(instant: Instant, zone: string): string {
  const [hours, minutes] = localParts(instant, zone).time.split(':');
  const half = Number(hours) < 12 ? 'am' : 'pm';
  return `${Number(hours) % 12 || 12}${minutes === '00' ? '' : `:${minutes}`}${half}`;
}
