import {
  CAP_WEAR,
  TOO_LONG_IN_PLACE,
  type CapWear,
  type CollectionToInsertion,
} from '../surveys/applicator-use.ts';
import type { LocalDate } from '../time/day.ts';
import { MINUTE, type Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { timedCaps, type TreatmentDayEvent } from './events.ts';
import { CAP_LIMIT, SAMPLE_REST } from './treatment-day.ts';

/** What the timers know about a day's applicator. */
export type TimedUse = { collectedAt: Instant | null; insertedAt: Instant; removedAt: Instant | null };

const HOUR = 60 * MINUTE;
/** The answers are in whole half hours; no one presses a button to the minute. */
const TOLERANCE = 5 * MINUTE;

/** The cap that went in on this day; null if the timers know of none. Of two, the one reported last. */
export function timedUseOn(
  events: readonly TreatmentDayEvent[],
  day: LocalDate,
  zone: string,
): TimedUse | null {
  const cap = timedCaps(events).findLast(({ start }) => localDate(start.at, zone) === day);
  return cap ? { collectedAt: cap.collectedAt, insertedAt: cap.start.at, removedAt: cap.removedAt } : null;
}

/** The survey's answers, as far as the timers know them. */
export function answersFromTimers({ collectedAt, insertedAt, removedAt }: TimedUse): {
  collectionToInsertion?: CollectionToInsertion;
  capWear?: CapWear;
} {
  return {
    ...(collectedAt !== null && { collectionToInsertion: restOf(insertedAt - collectedAt) }),
    ...(removedAt !== null && { capWear: wearOf(removedAt - insertedAt) }),
  };
}

function restOf(time: number): CollectionToInsertion {
  if (time < SAMPLE_REST - TOLERANCE) return 'Less than 30 minutes';
  return time <= SAMPLE_REST + TOLERANCE ? '30 minutes' : 'More than 30 minutes';
}

/** Anything over the limit is never rounded down. */
const wearOf = (time: number): CapWear =>
  time > CAP_LIMIT ? TOO_LONG_IN_PLACE : CAP_WEAR[Math.min(Math.floor(time / HOUR), 4)]!;
