import type { Instant } from '../time/instant.ts';
import { localDate, localParts } from '../time/local.ts';
import { afterClinicTime, dayHeard, endOfClinicDay, hoursOf } from './clinic-hours.ts';

const REPLY_TIME = 3 * 60 * 60 * 1000;

/** The promise, in the patient's time: 'Replies within 3 hours, 8am to 10pm, 7 days a week.' */
export const promiseWords = (now: Instant, zone: string, clinicZone: string): string =>
  `Replies within 3 hours, ${hoursFor(now, zone, clinicZone)}, 7 days a week.`;

/** What the promise means for someone who writes at this moment. */
export type Reply = {
  /** When replies resume; null during the hours. */
  resumesAt: Instant | null;
  /** The latest time for the reply. */
  by: Instant;
};

/**
 * The three hours only run while someone is on duty, so a late-evening message takes the rest from the next
 * morning.
 */
export function replyTo(now: Instant, zone: string): Reply {
  const { opens } = hoursOf(dayHeard(now, zone), zone);
  return { resumesAt: opens > now ? opens : null, by: afterClinicTime(now, REPLY_TIME, zone) };
}

const CALL_TIME = 30 * 60 * 1000;

/** By when someone calls a patient who asked for it next to words of self-harm. */
export const callBy = (now: Instant, zone: string): Instant => afterClinicTime(now, CALL_TIME, zone);

const ANSWER_TODAY_TIME = 2 * 60 * 60 * 1000;

/** The deadline for someone who needs an answer today: within two hours, and before the clinic closes. */
export const answerTodayBy = (now: Instant, zone: string): Instant =>
  Math.min(afterClinicTime(now, ANSWER_TODAY_TIME, zone), endOfClinicDay(now, zone));

/** In words, in the patient's time: 'Replies resume at 8am. Write now and you’ll hear back by 11am.' */
export function replyWords(now: Instant, zone: string, clinicZone: string): string {
  const { resumesAt, by } = replyTo(now, clinicZone);
  const day = (instant: Instant) => localDate(instant, zone);
  const answer = `Write now and you’ll hear back by ${hour(by, zone)}`;
  if (resumesAt === null) return `${answer}${day(by) === day(now) ? '' : ' tomorrow'}.`;
  const later = day(resumesAt) === day(now) ? '' : ' tomorrow';
  return `Replies resume at ${hour(resumesAt, zone)}${later}. ${answer}${day(by) === day(resumesAt) ? '' : ' tomorrow'}.`;
}

/** For an existing message, in the patient's time: 'You’ll hear back by 8:30am tomorrow.' */
export const dueWords = (dueAt: Instant, now: Instant, zone: string): string =>
  `You’ll hear back by ${hour(dueAt, zone)}${localDate(dueAt, zone) === localDate(now, zone) ? '' : ' tomorrow'}.`;

/** '3am to 5pm' */
function hoursFor(now: Instant, zone: string, clinicZone: string): string {
  const { opens, closes } = hoursOf(localDate(now, clinicZone), clinicZone);
  return `${hour(opens, zone)} to ${hour(closes, zone)}`;
}

/**
 * Whether someone on the care team has had staffed time to read something sent at this moment. At night,
 * nothing may tell a patient that a person knows.
 */
export const isReadBy = (now: Instant, sentAt: Instant, clinicZone: string): boolean =>
  now >= (replyTo(sentAt, clinicZone).resumesAt ?? sentAt);

/**
 * For reports that must not go unread, in the patient's time: 'Your care team won’t see this before 8am.'
 * Null during the hours.
 */
export function unreadWords(now: Instant, zone: string, clinicZone: string): string | null {
  const { resumesAt } = replyTo(now, clinicZone);
  return resumesAt === null ? null : `Your care team won’t see this before ${hour(resumesAt, zone)}.`;
}

/** As the promise writes its hours: 8am, 4:30pm. */
function hour(instant: Instant, zone: string): string {
  const [hours, minutes] = localParts(instant, zone).time.split(':');
  const half = Number(hours) < 12 ? 'am' : 'pm';
  return `${Number(hours) % 12 || 12}${minutes === '00' ? '' : `:${minutes}`}${half}`;
}
