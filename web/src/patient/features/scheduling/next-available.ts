import { MAX_DAYS } from '@domain/contracts/patient/fetch-appointment-slots.ts';
import type { Instant } from '@domain/time/instant.ts';
import { addDays, type LocalDate } from '@domain/time/day.ts';
import { endOfDay, localDate, startOfDay } from '@domain/time/local.ts';
import type { TimeSlot } from './queries.ts';

type Search = {
  /** The displayed day, which has no slots. */
  shown: LocalDate;
  /** The last day that can be booked. */
  last: LocalDate;
  now: Instant;
  zone: string;
  slotsBetween: (from: Instant, until: Instant) => Promise<TimeSlot[]>;
};

const WEEK = 7;

/** The next day with a slot; if there is none, the first earlier day; otherwise null. */
export async function nextAvailable(search: Search): Promise<LocalDate | null> {
  const { shown, last, now, zone } = search;
  const today = localDate(now, zone);
  return (await firstDay(addDays(shown, 1), last, search)) ?? firstDay(today, addDays(shown, -1), search);
}

/** The first week usually has one, so the first request is small and later ones are larger. */
async function firstDay(
  first: LocalDate,
  last: LocalDate,
  { now, zone, slotsBetween }: Search,
): Promise<LocalDate | null> {
  let from = first;
  for (let days = WEEK; from <= last; days = Math.min(days * 2, MAX_DAYS - 1)) {
    const weekEnd = addDays(from, days - 1);
    const until = weekEnd < last ? weekEnd : last;
    const [slot] = await slotsBetween(Math.max(now, startOfDay(from, zone)), endOfDay(until, zone));
    if (slot) return localDate(slot.startsAt, zone);
    from = addDays(until, 1);
  }
  return null;
}
