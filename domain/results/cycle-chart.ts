import { likelyFertile } from '../cycle/likely-ovulation.ts';
import type { PeriodKind } from '../cycle/period.ts';
import { surges } from '../cycle/surges.ts';
import { daysBetween, type LocalDate } from '../time/day.ts';
import type { ChartLevel } from './level.ts';

export type ChartEvent =
  | { kind: 'period'; on: LocalDate; as: PeriodKind }
  | { kind: 'ovulation'; on: LocalDate; level: ChartLevel }
  | { kind: 'pregnancy'; on: LocalDate; result: string }
  | { kind: 'applicator'; on: LocalDate }
  /** An applicator day that hasn't been used yet: today or in the future. */
  | { kind: 'applicator-day'; on: LocalDate };

/** A chart day and what happened on it. */
export type ChartMark = ChartEvent & { day: number };
/** Chart days, both included. */
type ChartDays = { from: number; to: number };
export type CycleChart = {
  /** Day 1. */
  startsOn: LocalDate;
  /** Day 1 is the first day of a period; otherwise the first entry. */
  isFromPeriod: boolean;
  /** The days drawn, both included. Likely fertile days can reach back before day 1. */
  firstDay: number;
  lastDay: number;
  marks: ChartMark[];
  surges: ChartDays[];
  /** Null without a surge, and after two: no one can tell which of them led to ovulation. */
  likelyFertile: ChartDays | null;
};

/**
 * One cycle's tests follow each other day by day; after a gap this long the next test belongs to another
 * cycle.
 */
export const PAUSE_DAYS = 10;
/** An entry this long after the last one is not in its cycle, not even a pregnancy test. */
const LONG_PAUSE_DAYS = 45;
const SHORTEST_CHART = 14;

/** The events by cycle, newest first. */
export function cycleCharts(events: readonly ChartEvent[]): CycleChart[] {
  const cycles: ChartEvent[][] = [];
  for (const event of [...events].sort(byDay)) {
    const cycle = cycles.at(-1);
    if (!cycle || beginsCycle(event, cycle)) cycles.push([event]);
    else cycle.push(event);
  }
  return cycles.map(chartOf).toReversed();
}

/** The first day of a period is day 1 for other entries on that day. */
const byDay = (one: ChartEvent, other: ChartEvent) =>
  one.on.localeCompare(other.on) || Number(isStart(other)) - Number(isStart(one));

const isStart = (event: ChartEvent) => event.kind === 'period' && event.as !== 'bleed-with-loss';

function beginsCycle(event: ChartEvent, cycle: readonly ChartEvent[]): boolean {
  const first = cycle[0]!;
  if (isStart(event)) return !isStart(first) || first.on !== event.on;
  const lastTest = cycle.findLast(({ kind }) => kind === 'ovulation') ?? first;
  const pausedTesting = event.kind === 'ovulation' && daysBetween(lastTest.on, event.on) >= PAUSE_DAYS;
  // If a period started the cycle, the next one ends it, however late testing starts.
  const ended = pausedTesting && !isStart(first);
  return ended || daysBetween(cycle.at(-1)!.on, event.on) >= LONG_PAUSE_DAYS;
}

function chartOf(cycle: readonly ChartEvent[]): CycleChart {
  const startsOn = cycle[0]!.on;
  const dayOf = (on: LocalDate) => daysBetween(startsOn, on) + 1;
  const daysOf = ({ from, to }: { from: LocalDate; to: LocalDate }): ChartDays => ({
    from: dayOf(from),
    to: dayOf(to),
  });
  const marks = onceADay(cycle.map((event) => ({ ...event, day: dayOf(event.on) })));
  const found = surges(
    cycle.flatMap((event) => (event.kind === 'ovulation' ? [{ takenOn: event.on, level: event.level }] : [])),
  );
  const fertile = found.length === 1 ? daysOf(likelyFertile(found[0]!)) : null;
  const firstDay = Math.min(1, fertile?.from ?? 1);
  return {
    startsOn,
    isFromPeriod: isStart(cycle[0]!),
    firstDay,
    lastDay: Math.max(firstDay + SHORTEST_CHART - 1, marks.at(-1)!.day, fertile?.to ?? 1),
    marks,
    surges: found.map(daysOf),
    likelyFertile: fertile,
  };
}

/** Two tests on a day with the same result are one mark. */
function onceADay(marks: readonly ChartMark[]): ChartMark[] {
  return [...new Map(marks.map((mark) => [JSON.stringify(mark), mark])).values()];
}
