import type { TimelineEntry } from '../contracts/team/team-patient.ts';
import type { Period } from '../cycle/period.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import { longDay, monthAndDay } from '../time/words.ts';

export type CycleSection = {
  /** The first day of its period; null before the first known one. */
  startsOn: LocalDate | null;
  /** The day before the next one; null for the current cycle. */
  endsOn: LocalDate | null;
  days: [day: LocalDate, entries: TimelineEntry[]][];
};

/** Day 1 of each cycle, newest first. */
export const startsOf = (periods: readonly Pick<Period, 'day' | 'kind'>[]): LocalDate[] =>
  [...new Set(periods.filter(({ kind }) => kind === 'period').map(({ day }) => day))].toSorted().toReversed();

/** Day 1 of this day's cycle; null before the first known one. */
export const startOf = (day: LocalDate, starts: readonly LocalDate[]): LocalDate | null =>
  starts.find((start) => start <= day) ?? null;

/** The last day of the cycle that starts on this day; null for the current one. */
export function endOf(startsOn: LocalDate | null, starts: readonly LocalDate[]): LocalDate | null {
  const next = startsOn === null ? starts.at(-1) : starts[starts.indexOf(startsOn) - 1];
  return next === undefined ? null : addDays(next, -1);
}

/** Entries, newest first, by day inside cycles. Future entries belong to the current cycle. */
export function cycleSections(
  entries: readonly TimelineEntry[],
  starts: readonly LocalDate[],
  dayOf: (entry: TimelineEntry) => LocalDate,
): CycleSection[] {
  const sections = new Map<LocalDate | null, CycleSection>();
  for (const entry of entries) {
    const day = dayOf(entry);
    const startsOn = startOf(day, starts);
    const section = sections.get(startsOn) ?? { startsOn, endsOn: endOf(startsOn, starts), days: [] };
    sections.set(startsOn, section);
    const last = section.days.at(-1);
    if (last?.[0] === day) last[1].push(entry);
    else section.days.push([day, [entry]]);
  }
  return [...sections.values()];
}

/** 'Cycle from November 4', 'Cycle from October 7 to November 3', 'Before October 7' */
export function sectionWords({ startsOn, endsOn }: CycleSection, today: LocalDate): string {
  const day = (date: LocalDate) =>
    date.slice(0, 4) === today.slice(0, 4) ? monthAndDay(date) : longDay(date);
  if (startsOn === null) return endsOn === null ? 'No period logged' : `Before ${day(addDays(endsOn, 1))}`;
  return endsOn === null ? `Cycle from ${day(startsOn)}` : `Cycle from ${day(startsOn)} to ${day(endsOn)}`;
}

export const countOf = ({ days }: CycleSection): number =>
  days.reduce((sum, [, entries]) => sum + entries.length, 0);
