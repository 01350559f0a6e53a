import {
  CAP_WEAR,
  TOO_LONG_IN_PLACE,
  type CapWear,
  type CollectionToInsertion,
} from '../surveys/applicator-use.ts';
import type { LocalDate } from '../time/day.ts';
import { MINUTE, type Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import type { TreatmentDayAction, TreatmentDayEvent } from './events.ts';
import { CAP_LIMIT, SAMPLE_REST } from './treatment-day.ts';

/** What the timers know of the applicator of a day. */
export type TimedUse = { collectedAt: Instant | null; insertedAt: Instant; removedAt: Instant | null };

const HOUR = 60 * MINUTE;
/** A sample that is older was collected for another applicator. */
const OLDEST_SAMPLE = 12 * HOUR;
/** The answers are whole half hours; nobody presses a button to the minute. */
const TOLERANCE = 5 * MINUTE;

/** The cap that went in on this day; null where the timers know of none. Cleared timers still count, mistakes do not. */
export function timedUseOn(
  events: readonly TreatmentDayEvent[],
  day: LocalDate,
  zone: string,
): TimedUse | null {
  const kept = events
    .filter((event) => !isMistake(event, events))
    .toSorted((one, other) => one.at - other.at);
  const of = (action: TreatmentDayAction) => kept.filter((event) => event.action === action);
  const insertedAt = of('cap-in').find(({ at }) => localDate(at, zone) === day)?.at;
  if (insertedAt === undefined) return null;
  const sample = of('sample').findLast(({ at }) => at <= insertedAt && at > insertedAt - OLDEST_SAMPLE);
  const next = of('cap-in').find(({ at }) => at > insertedAt + CAP_LIMIT)?.at ?? Infinity;
  const removed = of('cap-out').find(({ at }) => at >= insertedAt && at < next);
  return { collectedAt: sample?.at ?? null, insertedAt, removedAt: removed?.at ?? null };
}

const UNDONE_BY = { sample: 'sample-reset', 'cap-in': 'cap-reset' } as const;
const FOLLOWED_BY = { sample: 'cap-in', 'cap-in': 'cap-out' } as const;

/** It was reset before anything came of it. */
function isMistake({ action, reportedAt }: TreatmentDayEvent, events: readonly TreatmentDayEvent[]): boolean {
  if (action !== 'sample' && action !== 'cap-in') return false;
  const later = events
    .filter((event) => event.reportedAt > reportedAt)
    .toSorted((one, other) => one.reportedAt - other.reportedAt);
  const first = later.find(
    (event) => event.action === UNDONE_BY[action] || event.action === FOLLOWED_BY[action],
  );
  return first?.action === UNDONE_BY[action];
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

/** More than the limit is never rounded down. */
const wearOf = (time: number): CapWear =>
  time > CAP_LIMIT ? TOO_LONG_IN_PLACE : CAP_WEAR[Math.min(Math.floor(time / HOUR), 4)]!;
