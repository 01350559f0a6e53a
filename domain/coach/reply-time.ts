import type { Instant } from '../time/instant.ts';
import { afterClinicTime, dayHeard, endOfClinicDay, hoursOf, type ClinicHours } from './clinic-hours.ts';

const HOUR = 60 * 60 * 1000;

/** What the promise means for someone who writes at this moment. */
export type Reply = {
  /** When replies resume; null during the hours. */
  resumesAt: Instant | null;
  /** The latest time for the reply. */
  by: Instant;
};

/**
 * The hours of the promise only run while someone is on duty, so a late-evening message takes the rest from
 * the next morning.
 */
export function replyTo(now: Instant, clinic: ClinicHours): Reply {
  const { opens } = hoursOf(dayHeard(now, clinic), clinic);
  return {
    resumesAt: opens > now ? opens : null,
    by: afterClinicTime(now, clinic.replyHours * HOUR, clinic),
  };
}

const CALL_TIME = HOUR / 2;

/** By when someone calls a patient who asked for it next to words of self-harm. */
export const callBy = (now: Instant, clinic: ClinicHours): Instant => afterClinicTime(now, CALL_TIME, clinic);

const ANSWER_TODAY_TIME = 2 * HOUR;

/** The deadline for someone who needs an answer today: within two hours, and before the clinic closes. */
export const answerTodayBy = (now: Instant, clinic: ClinicHours): Instant =>
  Math.min(afterClinicTime(now, ANSWER_TODAY_TIME, clinic), endOfClinicDay(now, clinic));

/**
 * Whether someone on the care team has had staffed time to read something sent at this moment. At night,
 * nothing may tell a patient that a person knows.
 */
export const isReadBy = (now: Instant, sentAt: Instant, clinic: ClinicHours): boolean =>
  now >= (replyTo(sentAt, clinic).resumesAt ?? sentAt);
