import { MINUTE, type Instant } from '../time/instant.ts';
import { CAP_LIMIT, dayUnderWay, SAMPLE_REST, type TreatmentDay } from './treatment-day.ts';

/**
 * An event. A reset undoes a timer started by mistake; 'cap-undo' also undoes a cap that is already out,
 * which then was never used.
 */
export const TREATMENT_DAY_ACTIONS = [
  'sample',
  'cap-in',
  'cap-out',
  'sample-reset',
  'cap-reset',
  'cap-undo',
] as const;
export type TreatmentDayAction = (typeof TREATMENT_DAY_ACTIONS)[number];
/** An event, and when the patient reported it, which may be hours later. */
export type TreatmentDayEvent = { action: TreatmentDayAction; at: Instant; reportedAt: Instant };

/** A cap that went in: the report that counts, its sample, and when it came out. */
export type TimedCap<Event> = { start: Event; collectedAt: Instant | null; removedAt: Instant | null };

/** The result of the reports so far. */
type Timers<Event> = {
  sample: Instant | null;
  /** Used by the cap that is shown; its rest is over. */
  isSampleUsed: boolean;
  cap: TimedCap<Event> | null;
  /** For a cap with an unknown start. */
  removedAt: Instant | null;
  /** Caps before the one that is shown. */
  previous: readonly TimedCap<Event>[];
};

/** The same on every device, in whatever order the events arrive and however often. */
export function treatmentDayOf(events: readonly TreatmentDayEvent[]): TreatmentDay {
  const { sample, isSampleUsed, cap, removedAt } = timersOf(events);
  return dayUnderWay({
    // Its rest ends with the cap that used it, even if that cap's time is earlier.
    sampleCollectedAt:
      sample !== null && isSampleUsed && cap !== null ? Math.min(sample, cap.start.at) : sample,
    capInsertedAt: cap?.start.at ?? null,
    capRemovedAt: cap ? cap.removedAt : removedAt,
  });
}

/**
 * Every cap that went in. Timers cleared after its removal still count; a start that was reset or corrected
 * does not.
 */
export function timedCaps<Event extends TreatmentDayEvent>(events: readonly Event[]): TimedCap<Event>[] {
  const { previous, cap } = timersOf(events);
  return cap ? [...previous, cap] : [...previous];
}

/** When the previous cap came out, while the page is about the next applicator. */
export function removedBefore(events: readonly TreatmentDayEvent[]): Instant | null {
  const { cap } = timersOf(events);
  return treatmentDayOf(events).capRemovedAt === null ? (cap?.removedAt ?? null) : null;
}

/** In the order they were reported: the last report wins. */
function timersOf<Event extends TreatmentDayEvent>(events: readonly Event[]): Timers<Event> {
  const nothing: Timers<Event> = {
    sample: null,
    isSampleUsed: false,
    cap: null,
    removedAt: null,
    previous: [],
  };
  return events.toSorted(byReport).reduce((timers, event) => AFTER[event.action](timers, event), nothing);
}

const byReport = (one: TreatmentDayEvent, other: TreatmentDayEvent) =>
  one.reportedAt - other.reportedAt ||
  one.at - other.at ||
  TREATMENT_DAY_ACTIONS.indexOf(one.action) - TREATMENT_DAY_ACTIONS.indexOf(other.action);

type After = <Event extends TreatmentDayEvent>(timers: Timers<Event>, event: Event) => Timers<Event>;

const AFTER: Record<TreatmentDayAction, After> = {
  sample: afterSample,
  'cap-in': afterCapIn,
  'cap-out': afterCapOut,
  'sample-reset': (timers) => ({ ...timers, sample: null, isSampleUsed: false }),
  'cap-reset': (timers) => ({
    ...timers,
    isSampleUsed: false,
    cap: null,
    removedAt: null,
    previous: timers.cap?.removedAt == null ? timers.previous : [...timers.previous, timers.cap],
  }),
  'cap-undo': (timers) => ({ ...timers, isSampleUsed: false, cap: null, removedAt: null }),
};

function afterSample<Event extends TreatmentDayEvent>(timers: Timers<Event>, { at }: Event): Timers<Event> {
  const { sample, isSampleUsed, cap } = timers;
  // Started twice while it rests, for example on two devices: the earlier start counts.
  const isSame = sample !== null && !isSampleUsed && at >= sample && at < sample + SAMPLE_REST;
  if (isSame) return timers;
  const isOfCap = cap !== null && at <= cap.start.at;
  return {
    ...timers,
    sample: at,
    isSampleUsed: isOfCap,
    cap: isOfCap ? { ...cap, collectedAt: collectedFor(cap.start, at) } : cap,
  };
}

function afterCapIn<Event extends TreatmentDayEvent>(timers: Timers<Event>, start: Event): Timers<Event> {
  const { sample, cap, removedAt, previous } = timers;
  if (cap && isSameCap(cap, start, timers)) return timers;
  const isNext = cap !== null && (hasNextBegun(timers) || start.at > lastMomentOf(cap));
  return {
    sample,
    isSampleUsed: sample !== null && start.at > sample - OLDEST_SAMPLE,
    cap: {
      start,
      collectedAt: collectedFor(start, sample),
      removedAt: cap
        ? isNext
          ? null
          : cap.removedAt
        : (removedAt ?? -Infinity) >= start.at
          ? removedAt
          : null,
    },
    removedAt: null,
    previous: isNext ? [...previous, cap] : previous,
  };
}

/**
 * Reported twice, for example by two devices: the earlier start counts, so it never promises more than five
 * hours.
 */
const isSameCap = <Event extends TreatmentDayEvent>(
  cap: TimedCap<Event>,
  { at }: Event,
  timers: Timers<Event>,
): boolean => at === cap.start.at || (at > cap.start.at && at <= lastMomentOf(cap) && !hasNextBegun(timers));

/** For a cap whose removal no one reported, the last moment it may have been in. */
const lastMomentOf = ({ start, removedAt }: TimedCap<TreatmentDayEvent>): Instant =>
  removedAt ?? start.at + CAP_LIMIT - 1;

/** The sample after the cap's removal starts the next applicator. */
const hasNextBegun = ({ cap, sample, isSampleUsed }: Timers<TreatmentDayEvent>): boolean =>
  cap !== null && cap.removedAt !== null && sample !== null && !isSampleUsed && sample > cap.start.at;

function afterCapOut<Event extends TreatmentDayEvent>(timers: Timers<Event>, { at }: Event): Timers<Event> {
  const { sample, isSampleUsed, cap } = timers;
  if (!cap) return { ...timers, removedAt: Math.min(timers.removedAt ?? Infinity, at) };
  const removedAt = Math.max(cap.start.at, Math.min(cap.removedAt ?? Infinity, at));
  // While a cap may be in, no sample is for the next applicator.
  const isUsed = sample !== null && sample > cap.start.at && sample < cap.start.at + CAP_LIMIT;
  return {
    ...timers,
    isSampleUsed: isSampleUsed || (cap.removedAt === null && isUsed),
    cap: { ...cap, removedAt },
  };
}

/** An older sample was collected for another applicator. */
const OLDEST_SAMPLE = 12 * 60 * MINUTE;

/** Null if the times contradict each other, or there was none. */
const collectedFor = ({ at }: TreatmentDayEvent, sample: Instant | null): Instant | null =>
  sample !== null && sample <= at && sample > at - OLDEST_SAMPLE ? sample : null;

/**
 * Whether this would start a timer. A sample that has already rested is only recorded, and nothing blocks
 * that.
 */
export const startsTimer = (collectedAt: Instant, now: Instant): boolean => collectedAt > now - SAMPLE_REST;
