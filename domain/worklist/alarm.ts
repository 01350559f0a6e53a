import { dayHeard, hoursOf } from '../coach/clinic-hours.ts';
import type { Instant } from '../time/instant.ts';
import type { ItemWithDecision } from './item-with-decision.ts';

/** All that a text says: a phone lies on tables. */
export const ALARM_TEXT = 'Béa: an item waits in the workspace.';
/** For several at once; the database counts them. */
export const ALARMS_TEXT = 'Béa: {count} items wait in the workspace.';

const isClosed = (now: Instant, zone: string): boolean => now < hoursOf(dayHeard(now, zone), zone).opens;

/** Whether whoever is on duty is to be called: it is urgent, nobody has it, and nobody looks at the screen. */
export const raisesAlarm = (item: ItemWithDecision, zone: string, now: Instant): boolean =>
  item.isUrgent && !item.isDone && item.takenBy === null && isClosed(now, zone);
