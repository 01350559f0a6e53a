import type { OlderCycle, TimelineEntry } from '../contracts/team/team-patient.ts';
import type { CycleSection } from './cycle-sections.ts';
import { FILTERS, isShown, type Filter } from './filters.ts';

/** What a record opens with: the newest cycle, and of each older one how much it holds. */
export function newestCycle([newest, ...others]: CycleSection[]): {
  timeline: TimelineEntry[];
  older: OlderCycle[];
} {
  return { timeline: newest ? entriesIn(newest) : [], older: others.map(folded) };
}

const entriesIn = ({ days }: CycleSection): TimelineEntry[] => days.flatMap(([, entries]) => entries);

function folded(section: CycleSection): OlderCycle {
  const entries = entriesIn(section);
  const counts = FILTERS.map((filter) => [filter, entries.filter((one) => isShown(one, filter)).length]);
  return {
    startsOn: section.startsOn,
    endsOn: section.endsOn,
    counts: Object.fromEntries(counts) as Record<Filter, number>,
  };
}

/** A cycle of the timeline, and how many of its entries come when it is unfolded. */
export type ShownCycle = CycleSection & { unloaded: number };

/** Newest first: what is loaded, and what only is known to be there. */
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
