import type { Random } from './random.ts';

export type LhResult = 'Negative (Low LH)' | 'High (Rising LH)' | 'Peak (Positive LH Surge)';

/** All are days before the load. */
export type CycleFacts = {
  periods: number[];
  ovulation: { daysAgo: number; result: LhResult }[];
  applicators: { daysAgo: number; cycle: number }[];
  pregnancyTests: { daysAgo: number; result: 'positive' | 'negative'; cycle: number }[];
};

/** Days from the peak to the next period, and the cycle day when testing starts. */
const AFTER_PEAK = 15;
const TEST_FROM = 9;

/** The last negative, a high and the peak, in days before the load. None is later than yesterday. */
export const lhSeries = (peakDaysAgo: number, daysBefore = 3): CycleFacts['ovulation'] =>
  Array.from({ length: daysBefore + 1 }, (_, index) => {
    const left = daysBefore - index;
    const result: LhResult =
      left === 0 ? 'Peak (Positive LH Surge)' : left === 1 ? 'High (Rising LH)' : 'Negative (Low LH)';
    return { daysAgo: peakDaysAgo + left, result };
  }).filter(({ daysAgo }) => daysAgo >= 1);

/** The day of the peak and the next day, unless they are still ahead. */
export const applicators = (peakDaysAgo: number, cycle: number): CycleFacts['applicators'] =>
  [peakDaysAgo, peakDaysAgo - 1].filter((daysAgo) => daysAgo >= 1).map((daysAgo) => ({ daysAgo, cycle }));

type Present = { negative: number; day: number; result?: 'positive' | 'negative'; peakDay?: number };

/**
 * Cycles that follow the plan: a period, tests until the peak, two applicators, a test two weeks later, and
 * the next period. All earlier cycles end with a negative test. `day` is the current cycle day, and `result`
 * is that cycle's result if it has come that far.
 */
export function cyclesUntil(
  random: Random,
  { negative, day, result, peakDay = random.between(13, 15) }: Present,
): CycleFacts {
  const facts: CycleFacts = { periods: [], ovulation: [], applicators: [], pregnancyTests: [] };
  const cycle = negative + 1;
  let start = day - 1;
  addCycle(facts, { start, cycle, peakDay, result });
  for (let before = negative; before >= 1; before -= 1) {
    const length = random.between(27, 31);
    start += length;
    addCycle(facts, { start, cycle: before, peakDay: length - AFTER_PEAK + 1, result: 'negative' });
  }
  return facts;
}

type Cycle = { start: number; cycle: number; peakDay: number; result: 'positive' | 'negative' | undefined };

function addCycle(facts: CycleFacts, { start, cycle, peakDay, result }: Cycle): void {
  const peak = start - (peakDay - 1);
  facts.periods.push(start);
  facts.ovulation.push(...lhSeries(peak, peakDay - TEST_FROM));
  facts.applicators.push(...applicators(peak, cycle));
  const testDay = peak - (AFTER_PEAK - 1);
  if (result && testDay >= 1) facts.pregnancyTests.push({ daysAgo: testDay, result, cycle });
}
