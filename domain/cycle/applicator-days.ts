import { addDays, daysBetween, type LocalDate } from '../time/day.ts';
import type { Surge } from './surges.ts';

/** Yesterday's that no one told to be used is a question for the coach; an older one has passed. */
export const APPLICATOR_STATES = ['ahead', 'today', 'used', 'ask-coach', 'passed'] as const;
export type ApplicatorState = (typeof APPLICATOR_STATES)[number];
export type ApplicatorDay = { day: LocalDate; state: ApplicatorState };

export const APPLICATORS = 2;

/**
 * The first peak day and the next. A second surge in a cycle brings none: it is a question for the coach.
 * Neither does a day both were used already, since a cycle has two, nor a surge that began while treatment was on hold.
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
    // A peak of before treatment resumed is a question for the coach, on both of its days.
    return { day, state: first.atRest && (state === 'today' || state === 'ahead') ? 'ask-coach' : state };
  });
}

function stateOfUnused(daysAgo: number): ApplicatorState {
  if (daysAgo < 0) return 'ahead';
  if (daysAgo === 0) return 'today';
  return daysAgo === 1 ? 'ask-coach' : 'passed';
}
