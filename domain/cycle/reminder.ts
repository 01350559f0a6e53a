import type { LocalDate } from '../time/day.ts';
import type { CycleStatus } from './cycle-status.ts';

export type CycleReminder = 'testing' | 'applicator';

/** What someone may be reminded of on this day. Nothing if no date may be shown: an email on a day is one. */
export function cycleReminder(
  { dates, next, levelToday }: CycleStatus,
  today: LocalDate,
): CycleReminder | null {
  if (!dates) return null;
  if (next === 'first-applicator' || next === 'second-applicator') return 'applicator';
  return next === 'test' && dates.testFrom === today && levelToday === null ? 'testing' : null;
}
