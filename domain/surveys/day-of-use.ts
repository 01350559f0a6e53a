import { dayIn, IsoDay } from '../contracts/fields/iso.ts';
import type { LocalDate } from '../time/day.ts';

/**
 * The day in an applicator survey, its first answer. The portal's form sends a day and the call also
 * accepts a moment, so both are stored; null for anything else in an old row. `private.reported_day` is the
 * same in SQL.
 */
export function dayOfUse(answers: unknown, zone: string): LocalDate | null {
  const day = IsoDay.safeParse(Array.isArray(answers) ? answers[0] : undefined);
  return day.success ? dayIn(day.data, zone) : null;
}
