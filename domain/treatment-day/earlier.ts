import { addDays } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { instantOf, localDate, type LocalTime } from '../time/local.ts';

/** When a wall clock last showed this time: today, or yesterday if it has not come yet today. */
export function lastMomentAt(time: LocalTime, now: Instant, zone: string): Instant {
  const today = localDate(now, zone);
  const moment = instantOf(today, time, zone);
  return moment <= now ? moment : instantOf(addDays(today, -1), time, zone);
}
