import { addDays, type LocalDate } from '../time/day.ts';
import type { CycleFacts, OvulationFact } from './facts.ts';
import type { Period } from './period.ts';

/** A Monday. Test days count from it, so `on(1)` is this day. */
const FIRST_DAY: LocalDate = '2026-03-02';

export const on = (day: number): LocalDate => addDays(FIRST_DAY, day - 1);

export const period = (day: number, kind: Period['kind'] = 'period'): Period => ({
  day: on(day),
  kind,
  withdrawn: false,
});

export const tested = (day: number, level: OvulationFact['level']): OvulationFact => ({
  takenOn: on(day),
  level,
});

/** Periods that begin cycles of these lengths, the last of them on day 1. */
export function periodsAfter(...lengths: number[]): Period[] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let day = 1 - total;
  return [period(day), ...lengths.map((length) => period((day += length)))];
}

const NOTHING: CycleFacts = {
  periods: [],
  results: [],
  applicatorsUsedOn: [],
  pauses: [],
  losses: [],
  statedLength: null,
  careState: 'treatment',
};

export const factsWith = (some: Partial<CycleFacts>): CycleFacts => ({ ...NOTHING, ...some });
