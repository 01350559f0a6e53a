import { daysBetween } from '../time/day.ts';
import type { CycleFacts } from './facts.ts';
import { MIN_LENGTH } from './shortest-length.ts';
import { lossDays, starts, type Start } from './starts.ts';

export { MIN_LENGTH };
/** In a longer cycle, a period was probably not logged. */
export const MAX_LENGTH = 45;
/** With fewer cycles of their own, the shortest and longest say too little about a patient. */
const ENOUGH_LENGTHS = 3;

/** The reliable lengths of the patient's own cycles, oldest first. */
export function lengths(facts: Pick<CycleFacts, 'periods' | 'pauses' | 'losses'>): number[] {
  const all = starts(facts.periods);
  return all.slice(1).flatMap((end, at) => {
    const start = all[at]!;
    const length = daysBetween(start.day, end.day);
    const isWhole = length >= MIN_LENGTH && length <= MAX_LENGTH && start.isSure && end.isSure;
    return isWhole && !isInterrupted(start, end, facts) ? [length] : [];
  });
}

/** During a pause, no one asks for periods. A loss makes a different type of cycle. */
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
