import type { TimelineEntry } from '../contracts/team/team-patient.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import { longDay, monthAndDay } from '../time/words.ts';

export type CycleSection = {
  /** The first day of its period; null before the first known one. */
  startsOn: LocalDate | null;
  /** The day before the next one; null for the current cycle. */
  endsOn: LocalDate | null;
  days: [day: LocalDate, entries: TimelineEntry[]][];
};

/** Entries, newest first, by day inside cycles. Future entries belong to the current cycle. */
export function cycleSections(
  entries: readonly TimelineEntry[],
  periods: readonly LocalDate[],
  dayOf: (entry: TimelineEntry) => LocalDate,
): CycleSection[] {
  const starts = [...new Set(periods)].toSorted().toReversed();
  const sections = new Map<LocalDate | null, CycleSection>();
  for (const entry of entries) {
    const day = dayOf(entry);
    const at = starts.findIndex((start) => start <= day);
    const startsOn = starts[at] ?? null;
    const next = at === -1 ? starts.at(-1) : starts[at - 1];
    const section = sections.get(startsOn) ?? {
      startsOn,
      endsOn: next === undefined ? null : addDays(next, -1),
      days: [],
    };
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
