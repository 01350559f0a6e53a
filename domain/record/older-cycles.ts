import type { RecordFacts } from '../contracts/team/record-facts.ts';
import type { OlderCycle, TimelineEntry } from '../contracts/team/team-patient.ts';
import type { LocalDate } from '../time/day.ts';
import { endOf, startOf, type CycleSection } from './cycle-sections.ts';
import { FILTERS, isShown, type Filter } from './filters.ts';

type Counted = { day: LocalDate; entry: Parameters<typeof isShown>[0] };

/** The data for opening a record: the newest cycle, and the number of entries in each older one. */
export function newestCycle(
  [newest, ...others]: CycleSection[],
  starts: readonly LocalDate[],
  { earlier }: Pick<RecordFacts, 'earlier'>,
): { timeline: TimelineEntry[]; older: OlderCycle[] } {
  const loaded = others
    .flatMap(({ days }) => days)
    .flatMap(([day, entries]) => entries.map((entry) => ({ day, entry })));
  const all = [...loaded, ...earlier.flatMap(counted)].map(({ day, entry }) => ({
    entry,
    startsOn: startOf(day, starts),
  }));
  return {
    timeline: newest ? newest.days.flatMap(([, entries]) => entries) : [],
    older: [...new Set(all.map(({ startsOn }) => startsOn))].map((startsOn) => ({
      startsOn,
      endsOn: endOf(startsOn, starts),
      counts: countsOf(all.filter((one) => one.startsOn === startsOn)),
    })),
  };
}

function counted(earlier: RecordFacts['earlier'][number]): Counted[] {
  const { kind, days } = earlier;
  const entry = kind === 'contact' ? { kind, contact: earlier.of } : { kind };
  return days.map((day) => ({ day, entry }));
}

function countsOf(entries: readonly Pick<Counted, 'entry'>[]): OlderCycle['counts'] {
  const counts = FILTERS.map((filter) => [
    filter,
    entries.filter(({ entry }) => isShown(entry, filter)).length,
  ]);
  return Object.fromEntries(counts) as Record<Filter, number>;
}

/** A cycle of the timeline, and how many entries load when it is expanded. */
export type ShownCycle = CycleSection & { unloaded: number };

/** Newest first: loaded cycles, and cycles known to exist. */
export function withOlder(
  sections: readonly CycleSection[],
  older: readonly OlderCycle[],
  filter: Filter,
): ShownCycle[] {
  const unloaded = older.filter(({ counts }) => counts[filter] > 0);
  const unloadedOf = (start: CycleSection['startsOn']) =>
    unloaded.find(({ startsOn }) => startsOn === start)?.counts[filter] ?? 0;
  return [
    ...sections.map((section) => ({ ...section, unloaded: unloadedOf(section.startsOn) })),
    ...unloaded
      .filter(({ startsOn }) => !sections.some((section) => section.startsOn === startsOn))
      .map(({ startsOn, endsOn, counts }) => ({ startsOn, endsOn, days: [], unloaded: counts[filter] })),
  ].toSorted((one, other) => (other.startsOn ?? '').localeCompare(one.startsOn ?? ''));
}
