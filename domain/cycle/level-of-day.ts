import type { LocalDate } from '../time/day.ts';
import type { OvulationFact } from './facts.ts';

export type Level = Exclude<OvulationFact['level'], 'invalid'>;

const STRONGEST_FIRST: readonly Level[] = ['peak', 'high', 'low'];

/** The day's tests combined: the strongest valid one counts, because a later low cancels nothing. */
export function levelOfDay(results: readonly OvulationFact[], day: LocalDate): Level | null {
  const ofDay = new Set(results.filter(({ takenOn }) => takenOn === day).map(({ level }) => level));
  return STRONGEST_FIRST.find((level) => ofDay.has(level)) ?? null;
}
