import { dayHeard, hoursOf, type ClinicHours } from '../coach/clinic-hours.ts';
import type { Instant } from '../time/instant.ts';
import type { ItemWithDecision } from './item-with-decision.ts';

/** Everything a text says: phones lie on tables. */
export const ALARM_TEXT = 'Béa: an item waits in the workspace.';
/** For several at once; the database counts them. */
export const ALARMS_TEXT = 'Béa: {count} items wait in the workspace.';

const isClosed = (now: Instant, clinic: ClinicHours): boolean =>
  now < hoursOf(dayHeard(now, clinic), clinic).opens;

/**
 * Whether to text the person on duty: it is urgent, no one who can end it has it, and the clinic is closed.
 */
export const raisesAlarm = (item: ItemWithDecision, clinic: ClinicHours, now: Instant): boolean =>
  item.isUrgent && !item.isDone && !item.isHeld && isClosed(now, clinic);

/** One alarm for each state of an item: another report or decision makes a new one, if it still raises any. */
export const alarmKey = ({ key, version, lastAt }: ItemWithDecision): string => `${key}:${version}:${lastAt}`;
