import type { Instant } from '../time/instant.ts';
import { dayUnderWay, SAMPLE_REST, type TreatmentDay } from './treatment-day.ts';

export const TREATMENT_DAY_ACTIONS = ['sample', 'cap-in', 'cap-out'] as const;
export type TreatmentDayAction = (typeof TREATMENT_DAY_ACTIONS)[number];
/** One thing that happened, as some device told it. */
export type TreatmentDayEvent = { action: TreatmentDayAction; at: Instant };

/** The newest of each. A cap that went in anew is not out because an earlier one is. */
export function treatmentDayOf(events: readonly TreatmentDayEvent[]): TreatmentDay {
  const capInsertedAt = newest(events, 'cap-in');
  const removedAt = newest(events, 'cap-out');
  const isOut = removedAt !== null && removedAt >= (capInsertedAt ?? 0);
  return dayUnderWay({
    sampleCollectedAt: newest(events, 'sample'),
    capInsertedAt,
    capRemovedAt: isOut ? removedAt : null,
  });
}

function newest(events: readonly TreatmentDayEvent[], action: TreatmentDayAction): Instant | null {
  const moments = events.filter((event) => event.action === action).map(({ at }) => at);
  return moments.length > 0 ? Math.max(...moments) : null;
}

/** Whether a timer would start by it. A sample that has rested already is told as what happened, and nothing holds that back. */
export const startsTimer = (collectedAt: Instant, now: Instant): boolean => collectedAt > now - SAMPLE_REST;
