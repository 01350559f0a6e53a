import { daysBetween, type LocalDate } from '../time/day.ts';

export type ChartLevel = 'low' | 'high' | 'peak' | 'invalid';
export type ChartEvent =
  | { kind: 'ovulation'; on: LocalDate; level: ChartLevel }
  | { kind: 'pregnancy'; on: LocalDate; result: string }
  | { kind: 'applicator'; on: LocalDate };

/** A day of the chart and what happened on it. */
export type ChartMark = ChartEvent & { day: number };
export type CycleChart = {
  /** Day 1: nobody is asked when a period began, so days count from the first thing that was logged. */
  startsOn: LocalDate;
  /** The days that are drawn, both included. Likely fertile days can reach back before day 1. */
  firstDay: number;
  lastDay: number;
  marks: ChartMark[];
  /** The days that are likely fertile, both included; null while there is no peak. */
  likelyFertile: { from: number; to: number } | null;
};

/** Tests of one cycle follow each other day by day; after such a pause the next test belongs to another one. */
export const PAUSE_DAYS = 10;
/** Whatever comes this long after the last entry is not of its cycle, a pregnancy test neither. */
const LONG_PAUSE_DAYS = 45;
const SHORTEST_CHART = 14;
/** The fertile window is the six days that end with ovulation, and a peak usually comes about a day before that. */
const FERTILE_DAYS = 6;
const PEAK_TO_OVULATION = 1;

/** The events cycle by cycle, the newest cycle first. */
export function cycleCharts(events: readonly ChartEvent[]): CycleChart[] {
  const cycles: ChartEvent[][] = [];
  for (const event of [...events].sort((a, b) => a.on.localeCompare(b.on))) {
    const cycle = cycles.at(-1);
    if (!cycle || beginsCycle(event, cycle)) cycles.push([event]);
    else cycle.push(event);
  }
  return cycles.map(chartOf).toReversed();
}

function beginsCycle(event: ChartEvent, cycle: readonly ChartEvent[]): boolean {
  const lastTest = cycle.findLast(({ kind }) => kind === 'ovulation') ?? cycle[0]!;
  const pausedTesting = event.kind === 'ovulation' && daysBetween(lastTest.on, event.on) >= PAUSE_DAYS;
  return pausedTesting || daysBetween(cycle.at(-1)!.on, event.on) >= LONG_PAUSE_DAYS;
}

function chartOf(cycle: readonly ChartEvent[]): CycleChart {
  const startsOn = cycle[0]!.on;
  const marks = onceADay(cycle.map((event) => ({ ...event, day: daysBetween(startsOn, event.on) + 1 })));
  const peak = marks.find((mark) => mark.kind === 'ovulation' && mark.level === 'peak');
  const ovulation = peak && peak.day + PEAK_TO_OVULATION;
  const likelyFertile = ovulation ? { from: ovulation - FERTILE_DAYS + 1, to: ovulation } : null;
  const firstDay = Math.min(1, likelyFertile?.from ?? 1);
  const lastDay = Math.max(firstDay + SHORTEST_CHART - 1, marks.at(-1)!.day, likelyFertile?.to ?? 1);
  return { startsOn, firstDay, lastDay, marks, likelyFertile };
}

/** Two tests of a day that say the same are one mark. */
function onceADay(marks: readonly ChartMark[]): ChartMark[] {
  return [...new Map(marks.map((mark) => [JSON.stringify(mark), mark])).values()];
}
