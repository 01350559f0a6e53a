import type { CareState } from '../care-state/facts.ts';
import { daysBetween, type LocalDate } from '../time/day.ts';
import { cycleDay } from './cycle-day.ts';
import type { CycleFacts } from './facts.ts';
import { lengths, longestOf, MAX_LENGTH, MIN_LENGTH } from './lengths.ts';
import { currentStart, lossDays, starts, type Start } from './starts.ts';

/** Whether dates may be shown, and if not, why. If closed, no screen shows a date. */
export type ForecastGate =
  | 'ok'
  | 'no-period'
  | 'unclear'
  | 'overdue'
  | 'irregular'
  | Exclude<CareState, 'treatment'>;

const IRREGULAR_DAYS = 8;
/** Cycles vary by several days, so a period only counts as missed after this many. */
const LATE_DAYS = 7;

export function forecastGate(facts: CycleFacts, today: LocalDate): ForecastGate {
  if (facts.careState !== 'treatment') return facts.careState;
  const start = currentStart(facts);
  if (!start) return 'no-period';
  if (isUnclear(start, facts)) return 'unclear';
  const own = lengths(facts);
  if (isOverdue(cycleDay(start.day, today), own)) return 'overdue';
  return isIrregular(own) ? 'irregular' : 'ok';
}

/**
 * The patient wasn't sure, or another bleeding is so close before it that only one of them can be the period,
 * unless they said which. Bleeding after a loss can't be told from a period that way.
 */
function isUnclear(start: Start, facts: CycleFacts): boolean {
  const periods = start.isConfirmed ? [] : starts(facts.periods).map(({ day }) => day);
  const before = [...periods, ...lossDays(facts)];
  const isTooClose = before.some((day) => day < start.day && daysBetween(day, start.day) < MIN_LENGTH);
  return !start.isSure || isTooClose;
}

/**
 * After this many days, the next period has probably come without being logged, or something else needs
 * asking.
 */
export const isOverdue = (day: number, own: readonly number[]): boolean =>
  day > Math.min(MAX_LENGTH, (longestOf(own) ?? MAX_LENGTH) + LATE_DAYS);

export const isIrregular = (own: readonly number[]): boolean =>
  own.length > 1 && Math.max(...own) - Math.min(...own) >= IRREGULAR_DAYS;
