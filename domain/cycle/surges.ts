import { daysBetween, type LocalDate } from '../time/day.ts';
import type { OvulationFact } from './facts.ts';
import { MIN_LENGTH } from './lengths.ts';

/** From the first to the last of its peak days. */
export type Surge = {
  from: LocalDate;
  to: LocalDate;
  /** It began while treatment rested, so that no applicator day follows from it. */
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

/** If no period says when the cycle started: those that are too close to each other to be of two cycles. */
export function latestSurges(all: readonly Surge[]): Surge[] {
  const newCycle = all.findLastIndex(
    ({ from }, at) => at === 0 || daysBetween(all[at - 1]!.to, from) >= MIN_LENGTH,
  );
  return all.slice(Math.max(newCycle, 0));
}
