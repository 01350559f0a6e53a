import { DAY, type Instant } from '../time/instant.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import { endOfDay, localDate, startOfDay } from '../time/local.ts';

export type DayChoice = {
  /** The day the patient moved or jumped to; nothing means now. */
  date?: LocalDate | undefined;
  now: Instant;
  zone: string;
  horizonDays?: number | undefined;
};

/** `previous` and `next` are the arrows' destinations; undefined if there is none. */
export type DayWindow = {
  date: LocalDate;
  searchFrom: Instant;
  searchUntil: Instant;
  previous: LocalDate | undefined;
  next: LocalDate | undefined;
};

export function dayWindow({ date, now, zone, horizonDays }: DayChoice): DayWindow {
  const today = localDate(now, zone);
  const last = horizonDays === undefined ? undefined : localDate(now + horizonDays * DAY, zone);
  const shown = within(date ?? today, today, last);
  // Today is searched from the current moment, even if the patient moved on and came back.
  const searchFrom = shown === today ? now : startOfDay(shown, zone);
  return {
    date: shown,
    searchFrom,
    searchUntil: endOfDay(localDate(searchFrom, zone), zone),
    previous: shown > today ? addDays(shown, -1) : undefined,
    next: last === undefined || shown < last ? addDays(shown, 1) : undefined,
  };
}

// A page left open past midnight still has yesterday; an old link has a past day.
function within(date: LocalDate, first: LocalDate, last: LocalDate | undefined): LocalDate {
  if (date < first) return first;
  return last !== undefined && date > last ? last : date;
}
