import type { LocalDate } from '../time/day.ts';
import type { CycleStatus } from './cycle-status.ts';

export type CycleReminder = 'testing' | 'applicator';

/** The reminder for this day. None if no date may be shown, because an email on a certain day reveals one. */
export function cycleReminder(
  { dates, next, levelToday }: CycleStatus,
  today: LocalDate,
): CycleReminder | null {
  if (!dates) return null;
  if (next === 'first-applicator' || next === 'second-applicator') return 'applicator';
  return next === 'test' && dates.testFrom === today && levelToday === null ? 'testing' : null;
}
