import { DAY, type Instant } from '../time/instant.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import { localDate, startOfDay } from '../time/local.ts';
import type { Availability } from './availability.ts';
import { offeredSlots } from './slots.ts';

/** The first day of the patient's calendar, from that moment on, that has a slot; undefined up to the horizon. */
export function nextDayWithSlots(
  availability: Availability,
  from: Instant,
  patientZone: string,
): LocalDate | undefined {
  const { now, type } = availability;
  const horizon = now + type.horizonDays * DAY;
  let searchFrom = Math.max(from, now);
  // Usually the first day or two have one. Looking twice as far each time keeps a full calendar cheap as well.
  for (let days = 1; searchFrom <= horizon; days *= 2) {
    const until = startOfDay(addDays(localDate(searchFrom, patientZone), days), patientZone);
    const [first] = offeredSlots({ ...availability, from: searchFrom, until });
    if (first) return localDate(first.startsAt, patientZone);
    searchFrom = until;
  }
  return undefined;
}
