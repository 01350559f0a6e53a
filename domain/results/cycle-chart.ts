import { DAY, instantInUtc } from '../time/instant.ts';
import { addDays, type LocalDate } from '../time/local.ts';

export type ChartLevel = 'low' | 'high' | 'peak' | 'invalid';
export type ChartEvent =
  | { kind: 'ovulation'; on: LocalDate; level: ChartLevel }
  | { kind: 'pregnancy'; on: LocalDate; result: string }
  | { kind: 'applicator'; on: LocalDate };

/** A day of the chart and what happened on it. Day 1 is the first thing that was logged. */
export type ChartMark = ChartEvent & { day: number };
export type CycleChart = {
  startsOn: LocalDate;
  days: number;
  marks: ChartMark[];
  /** The days that are likely fertile, both included; null while there is no peak. */
  likelyFertile: { from: number; to: number } | null;
};

/** Tests of one cycle follow each other day by day; after such a pause the next test belongs to another one. */
export const PAUSE_DAYS = 10;
const SHORTEST_CHART = 28;
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
  return event.kind === 'ovulation' && daysBetween(lastTest.on, event.on) >= PAUSE_DAYS;
}

function chartOf(cycle: readonly ChartEvent[]): CycleChart {
  const first = cycle[0]!.on;
  const peak = cycle.find((event) => event.kind === 'ovulation' && event.level === 'peak');
  // Where testing began late, the likely days reach back before the first test, and the chart with them.
  const likely = peak && addDays(peak.on, PEAK_TO_OVULATION - FERTILE_DAYS + 1);
  const startsOn = likely && likely < first ? likely : first;
  const dayOf = (on: LocalDate) => daysBetween(startsOn, on) + 1;
  const marks = cycle.map((event) => ({ ...event, day: dayOf(event.on) }));
  const from = likely ? dayOf(likely) : null;
  return {
    startsOn,
    days: Math.max(SHORTEST_CHART, marks.at(-1)!.day),
    marks,
    likelyFertile: from === null ? null : { from, to: from + FERTILE_DAYS - 1 },
  };
}

const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Math.round((instantInUtc(to, '00:00') - instantInUtc(from, '00:00')) / DAY);
