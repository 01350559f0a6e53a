import { addDays, daysBetween, type LocalDate } from '../time/day.ts';
import type { Surge } from './surges.ts';

/** If yesterday's applicator wasn't reported, the coach has to be asked. An older day has passed. */
export const APPLICATOR_STATES = ['ahead', 'today', 'used', 'ask-coach', 'passed'] as const;
export type ApplicatorState = (typeof APPLICATOR_STATES)[number];
export type ApplicatorDay = { day: LocalDate; state: ApplicatorState };

export const APPLICATORS = 2;

/**
 * The first peak day and the next. A second surge in a cycle adds none, because the coach has to be asked.
 * Neither does a day after both applicators were used, nor a surge that began while treatment was on hold.
 */
export function applicatorDays(
  surgesOfCycle: readonly Surge[],
  usedOn: readonly LocalDate[],
  today: LocalDate,
): ApplicatorDay[] {
  const first = surgesOfCycle[0];
  if (!first) return [];
  const isOneLeft = new Set(usedOn).size < APPLICATORS;
  return [first.from, addDays(first.from, 1)].map((day) => {
    if (usedOn.includes(day)) return { day, state: 'used' };
    const state = isOneLeft ? stateOfUnused(daysBetween(day, today)) : 'passed';
    // For a peak from before treatment resumed, the coach has to be asked on both days.
    return { day, state: first.atRest && (state === 'today' || state === 'ahead') ? 'ask-coach' : state };
  });
}

function stateOfUnused(daysAgo: number): ApplicatorState {
  if (daysAgo < 0) return 'ahead';
  if (daysAgo === 0) return 'today';
  return daysAgo === 1 ? 'ask-coach' : 'passed';
}
