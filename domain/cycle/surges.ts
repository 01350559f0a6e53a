import { daysBetween, type LocalDate } from '../time/day.ts';
import type { OvulationFact } from './facts.ts';
import { MIN_LENGTH } from './lengths.ts';

/** Runs from its first peak day to its last. */
export type Surge = {
  from: LocalDate;
  to: LocalDate;
  /** It began while treatment was on hold, so it has no applicator days. */
  atRest?: boolean;
};

const DAYS_APART = 3;

const isPeak = ({ level }: OvulationFact) => level === 'peak';

/** Peaks less than three days apart are one surge. */
export function surges(results: readonly OvulationFact[]): Surge[] {
  const peaks = new Set(results.filter(isPeak).map(({ takenOn }) => takenOn));
  const begunAtRest = (day: LocalDate) =>
    results.filter((one) => isPeak(one) && one.takenOn === day).every(({ atRest }) => atRest);
  const found: Surge[] = [];
  for (const day of [...peaks].sort()) {
    const last = found.at(-1);
    if (last && daysBetween(last.to, day) < DAYS_APART) last.to = day;
    else found.push({ from: day, to: day, ...(begunAtRest(day) && { atRest: true }) });
  }
  return found;
}

/** Without a period that starts the cycle: surges that are too close together to be from two cycles. */
export function latestSurges(all: readonly Surge[]): Surge[] {
  const newCycle = all.findLastIndex(
    ({ from }, at) => at === 0 || daysBetween(all[at - 1]!.to, from) >= MIN_LENGTH,
  );
  return all.slice(Math.max(newCycle, 0));
}
