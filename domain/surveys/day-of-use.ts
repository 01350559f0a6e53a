import { dayIn, IsoDay } from '../contracts/fields/iso.ts';
import type { LocalDate } from '../time/day.ts';

/**
 * The day that an applicator survey tells of, the first of its answers. The portal's form sends a day and the call also takes a
 * moment, so both are stored; null for whatever else an old row holds. `private.told_day` is the same in SQL.
 */
export function dayOfUse(answers: unknown, zone: string): LocalDate | null {
  const day = IsoDay.safeParse(Array.isArray(answers) ? answers[0] : undefined);
  return day.success ? dayIn(day.data, zone) : null;
}
