import type { LocalDate } from '../time/day.ts';
import type { Use } from './applicators.ts';

/**
 * The last use before a pregnancy test, which decides its cycle (`private.cycle_of_pregnancy_test`); null
 * without one.
 */
export const cycleOfLastUse = (uses: readonly Use[], takenOn: LocalDate): number | null =>
  uses
    .filter(({ on }) => on <= takenOn)
    .toSorted((one, other) => one.on.localeCompare(other.on) || one.cycle - other.cycle)
    .at(-1)?.cycle ?? null;
