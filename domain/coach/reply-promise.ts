import type { Instant } from '../time/instant.ts';
import { localDate, localParts } from '../time/local.ts';
import { afterClinicTime, dayHeard, endOfClinicDay, hoursOf } from './clinic-hours.ts';

const REPLY_TIME = 3 * 60 * 60 * 1000;

/** The promise, on the patient's clock as everything about it: 'Replies within 3 hours, 8am to 10pm, 7 days a week.' */
export const promiseWords = (now: Instant, zone: string, coachZone = zone): string =>
  `Replies within 3 hours, ${hoursFor(now, zone, coachZone)}, 7 days a week.`;

/** What the promise means for somebody who writes at this moment. */
export type Reply = {
  /** When replies start again; null while somebody is there. */
  resumesAt: Instant | null;
  /** The latest moment at which the answer is there. */
  by: Instant;
};

/** The three hours only run while somebody is there, so a message of the late evening takes the rest from the next morning. */
export function replyTo(now: Instant, zone: string): Reply {
  const { opens } = hoursOf(dayHeard(now, zone), zone);
  return { resumesAt: opens > now ? opens : null, by: afterClinicTime(now, REPLY_TIME, zone) };
}

const ANSWER_TODAY_TIME = 2 * 60 * 60 * 1000;

/** By when somebody who needs an answer today has it: within two hours, and before the clinic closes. */
export const answerTodayBy = (now: Instant, zone: string): Instant =>
  Math.min(afterClinicTime(now, ANSWER_TODAY_TIME, zone), endOfClinicDay(now, zone));

/** The same in words, on the patient's clock: 'Replies resume at 8am. Write now, and you will hear back by 11am.' */
export function replyWords(now: Instant, zone: string, coachZone = zone): string {
  const { resumesAt, by } = replyTo(now, coachZone);
  const day = (instant: Instant) => localDate(instant, zone);
  const answer = `Write now, and you will hear back by ${hour(by, zone)}`;
  if (resumesAt === null) return `${answer}${day(by) === day(now) ? '' : ' tomorrow'}.`;
  const later = day(resumesAt) === day(now) ? '' : ' tomorrow';
  return `Replies resume at ${hour(resumesAt, zone)}${later}. ${answer}${day(by) === day(resumesAt) ? '' : ' tomorrow'}.`;
}

/** Of what was written already, on the patient's clock: 'You will hear back by 8:30am tomorrow.' */
export const dueWords = (dueAt: Instant, now: Instant, zone: string): string =>
  `You will hear back by ${hour(dueAt, zone)}${localDate(dueAt, zone) === localDate(now, zone) ? '' : ' tomorrow'}.`;

/** '3am to 5pm' */
function hoursFor(now: Instant, zone: string, coachZone: string): string {
  const { opens, closes } = hoursOf(localDate(now, coachZone), coachZone);
  return `${hour(opens, zone)} to ${hour(closes, zone)}`;
}

/** For what helps nobody unread, on the patient's clock: 'Nobody reads this before 8am.' Null while somebody is there. */
export function unreadWords(now: Instant, zone: string, coachZone = zone): string | null {
  const { resumesAt } = replyTo(now, coachZone);
  return resumesAt === null ? null : `Nobody reads this before ${hour(resumesAt, zone)}.`;
}

/** As the promise writes its hours: 8am, 4:30pm. */
function hour(instant: Instant, zone: string): string {
  const [hours, minutes] = localParts(instant, zone).time.split(':');
  const half = Number(hours) < 12 ? 'am' : 'pm';
  return `${Number(hours) % 12 || 12}${minutes === '00' ? '' : `:${minutes}`}${half}`;
}
