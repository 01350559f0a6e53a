import { addDays } from '@domain/time/day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { localDate } from '@domain/time/local.ts';
import { weekdayAndDay } from '@domain/time/words.ts';
import { timeInZone } from '@domain/time/zoned-words.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';

/** '12:30 pm Eastern Time today', on the patient's clock. */
export function untilWords(moment: Instant, now: Instant): string {
  const zone = shownZone();
  const [day, today] = [localDate(moment, zone), localDate(now, zone)];
  const said = day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : `on ${weekdayAndDay(day)}`;
  return `${timeInZone(moment, zone)} ${said}`;
}
