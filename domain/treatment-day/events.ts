import type { Instant } from '../time/instant.ts';
import { CAP_LIMIT, dayUnderWay, NOTHING_STARTED, SAMPLE_REST, type TreatmentDay } from './treatment-day.ts';

/** What happened. A reset undoes a timer that was started by mistake. */
export const TREATMENT_DAY_ACTIONS = ['sample', 'cap-in', 'cap-out', 'sample-reset', 'cap-reset'] as const;
export type TreatmentDayAction = (typeof TREATMENT_DAY_ACTIONS)[number];
/** One thing that happened, and when the patient reported it, which may be hours later. */
export type TreatmentDayEvent = { action: TreatmentDayAction; at: Instant; reportedAt: Instant };

/** The same on every device, in whatever order the events arrive and however often. */
export const treatmentDayOf = (events: readonly TreatmentDayEvent[]): TreatmentDay =>
  dayUnderWay(withoutReset(events).toSorted(byMoment).reduce(afterEvent, NOTHING_STARTED));

/** A reset removes what was reported before it. What is entered afterwards counts, even if it happened earlier. */
export function withoutReset<Event extends TreatmentDayEvent>(events: readonly Event[]): Event[] {
  const lastReported = (reset: TreatmentDayAction) =>
    Math.max(...events.filter(({ action }) => action === reset).map(({ reportedAt }) => reportedAt));
  const [sampleReset, capReset] = [lastReported('sample-reset'), lastReported('cap-reset')];
  return events.filter(
    ({ action, reportedAt }) => reportedAt > (action.startsWith('sample') ? sampleReset : capReset),
  );
}

const byMoment = (one: TreatmentDayEvent, other: TreatmentDayEvent) =>
  one.at - other.at ||
  TREATMENT_DAY_ACTIONS.indexOf(one.action) - TREATMENT_DAY_ACTIONS.indexOf(other.action);

function afterEvent(day: TreatmentDay, { action, at }: TreatmentDayEvent): TreatmentDay {
  switch (action) {
    case 'sample':
      return isSameSample(day, at) ? day : { ...day, sampleCollectedAt: at };
    case 'cap-in':
      return isSameCap(day, at) ? day : { ...day, capInsertedAt: at, capRemovedAt: null };
    case 'cap-out':
      return { ...day, capRemovedAt: day.capRemovedAt ?? at };
    default:
      return day; // a reset has done its work in withoutReset
  }
}

/** Started twice while it rests, as by two devices: the earlier start counts. Once the cap is in, the sample has been used. */
const isSameSample = ({ sampleCollectedAt, capInsertedAt }: TreatmentDay, at: Instant): boolean =>
  sampleCollectedAt !== null &&
  (capInsertedAt ?? -Infinity) < sampleCollectedAt &&
  at < sampleCollectedAt + SAMPLE_REST;

/** Nobody has told that it is out, and it may still be in: the earlier start counts, which promises no more than five hours. */
const isSameCap = ({ capInsertedAt, capRemovedAt }: TreatmentDay, at: Instant): boolean =>
  capInsertedAt !== null && capRemovedAt === null && at < capInsertedAt + CAP_LIMIT;

/** Whether a timer would start by it. A sample that has rested already is told as what happened, and nothing holds that back. */
export const startsTimer = (collectedAt: Instant, now: Instant): boolean => collectedAt > now - SAMPLE_REST;
