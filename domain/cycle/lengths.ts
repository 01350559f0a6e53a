import { daysBetween } from '../time/day.ts';
import type { CycleFacts } from './facts.ts';
import { MIN_LENGTH } from './shortest-length.ts';
import { lossDays, starts, type Start } from './starts.ts';

export { MIN_LENGTH };
/** Within what is longer a period was probably not logged. */
export const MAX_LENGTH = 45;
/** With fewer of their own, a shortest and a longest say too little about someone. */
const ENOUGH_LENGTHS = 3;

/** The lengths of the patient's own cycles that can be relied on, the oldest first. */
export function lengths(facts: Pick<CycleFacts, 'periods' | 'pauses' | 'losses'>): number[] {
  const all = starts(facts.periods);
  return all.slice(1).flatMap((end, at) => {
    const start = all[at]!;
    const length = daysBetween(start.day, end.day);
    const isWhole = length >= MIN_LENGTH && length <= MAX_LENGTH && start.isSure && end.isSure;
    return isWhole && !isInterrupted(start, end, facts) ? [length] : [];
  });
}

/** During a pause no one asks for periods, and a loss makes a cycle of its own kind. */
function isInterrupted(
  start: Start,
  end: Start,
  facts: Pick<CycleFacts, 'periods' | 'pauses' | 'losses'>,
): boolean {
  return (
    lossDays(facts).some((loss) => loss >= start.day && loss <= end.day) ||
    facts.pauses.some(({ from, until }) => from < end.day && (until === null || until > start.day))
  );
}

export const shortestOf = (own: readonly number[]): number | null =>
  own.length >= ENOUGH_LENGTHS ? Math.min(...own) : null;

export const longestOf = (own: readonly number[]): number | null =>
  own.length >= ENOUGH_LENGTHS ? Math.max(...own) : null;
