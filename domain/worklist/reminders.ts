import { addDays } from '../time/day.ts';
import { DAY, MINUTE, type Instant } from '../time/instant.ts';
import { instantOf, localDate } from '../time/local.ts';

const HOUR = 60 * MINUTE;
const LONGEST = 7 * DAY;
const AFTERNOON = '14:00';
const MORNING = '09:00';

/** In the future, and at most a week away. */
export const isReminderTime = (at: Instant, now: Instant): boolean => at > now && at <= now + LONGEST;

export type ReminderChoice = { id: 'hour' | 'afternoon' | 'morning'; label: string; at: Instant };

/** What 'Remind me' offers besides a chosen time. 'This afternoon' is left out once it has started. */
export function reminderChoices(now: Instant, zone: string): ReminderChoice[] {
  const today = localDate(now, zone);
  const choices: ReminderChoice[] = [
    { id: 'hour', label: 'In 1 hour', at: now + HOUR },
    { id: 'afternoon', label: 'This afternoon', at: instantOf(today, AFTERNOON, zone) },
    { id: 'morning', label: 'Tomorrow morning', at: instantOf(addDays(today, 1), MORNING, zone) },
  ];
  return choices.filter(({ at }) => at > now);
}
