import { MINUTE, type Instant } from '../time/instant.ts';

export const SAMPLE_REST = 30 * MINUTE;
export const CAP_LIMIT = 5 * 60 * MINUTE;
/** How long after the limit the patient may take to confirm that the cap is out, before we say what to do. */
const REMOVAL_GRACE = 15 * MINUTE;
export const CAP_LATE_AFTER = CAP_LIMIT + REMOVAL_GRACE;

/** The patient's reports, as moments, so that neither sleep mode nor a clock change can distort a timer. */
export type TreatmentDay = {
  sampleCollectedAt: Instant | null;
  capInsertedAt: Instant | null;
  capRemovedAt: Instant | null;
};

export const NOTHING_STARTED: TreatmentDay = {
  sampleCollectedAt: null,
  capInsertedAt: null,
  capRemovedAt: null,
};

export const isCapIn = ({ capInsertedAt, capRemovedAt }: TreatmentDay): boolean =>
  capInsertedAt !== null && capRemovedAt === null;

/**
 * Once the cap is out, a sample collected after it went in belongs to the next applicator: a new day has
 * started.
 */
export function dayUnderWay(day: TreatmentDay): TreatmentDay {
  const { sampleCollectedAt, capInsertedAt, capRemovedAt } = day;
  const isNext = capRemovedAt !== null && (sampleCollectedAt ?? 0) > (capInsertedAt ?? 0);
  return isNext ? { ...NOTHING_STARTED, sampleCollectedAt } : day;
}

export type SampleRest =
  | { state: 'not-started' }
  | { state: 'resting'; endsAt: Instant; left: number }
  | { state: 'rested'; endsAt: Instant }
  | { state: 'used' };

/** With the cap in, an earlier sample has been used, rested or not. */
export function sampleRest({ sampleCollectedAt, capInsertedAt }: TreatmentDay, now: Instant): SampleRest {
  if (sampleCollectedAt === null) return { state: 'not-started' };
  if (capInsertedAt !== null && capInsertedAt >= sampleCollectedAt) return { state: 'used' };
  const endsAt = sampleCollectedAt + SAMPLE_REST;
  return now < endsAt
    ? { state: 'resting', endsAt, left: timeLeft(endsAt, now, SAMPLE_REST) }
    : { state: 'rested', endsAt };
}

export type CapWearing =
  | { state: 'not-started' }
  | { state: 'in-place'; endsAt: Instant; left: number }
  | { state: 'due'; endsAt: Instant }
  | { state: 'overdue'; endsAt: Instant }
  | { state: 'removed'; insertedAt: Instant; removedAt: Instant; late: boolean };

export function capWearing({ capInsertedAt, capRemovedAt }: TreatmentDay, now: Instant): CapWearing {
  if (capInsertedAt === null) return { state: 'not-started' };
  const endsAt = capInsertedAt + CAP_LIMIT;
  if (capRemovedAt !== null) {
    const late = capRemovedAt >= capInsertedAt + CAP_LATE_AFTER;
    return { state: 'removed', insertedAt: capInsertedAt, removedAt: capRemovedAt, late };
  }
  if (now < endsAt) return { state: 'in-place', endsAt, left: timeLeft(endsAt, now, CAP_LIMIT) };
  return { state: now < capInsertedAt + CAP_LATE_AFTER ? 'due' : 'overdue', endsAt };
}

/** How many whole hours a cap with this limit has been in. */
export const hoursIn = (endsAt: Instant, now: Instant): number =>
  Math.floor((now - endsAt + CAP_LIMIT) / (60 * MINUTE));

/** A device whose clock was set back must not promise more time than there ever was. */
const timeLeft = (endsAt: Instant, now: Instant, whole: number): number => Math.min(endsAt - now, whole);

export type Ending = { timer: 'sample' | 'cap'; at: Instant };

/** When running timers end, or ended: the times for reminders. */
export function endings(day: TreatmentDay): Ending[] {
  const { sampleCollectedAt, capInsertedAt, capRemovedAt } = day;
  const found: Ending[] = [];
  // With the cap in place, the sample has been used.
  if (sampleCollectedAt !== null && capInsertedAt === null) {
    found.push({ timer: 'sample', at: sampleCollectedAt + SAMPLE_REST });
  }
  if (capInsertedAt !== null && capRemovedAt === null) {
    found.push({ timer: 'cap', at: capInsertedAt + CAP_LIMIT });
  }
  return found;
}
