import type { LocalDate } from '../time/day.ts';
import type { CycleFacts } from './facts.ts';
import type { Period } from './period.ts';

/** The first day of a period, and whether the patient was sure that it was one, or said so when asked. */
export type Start = { day: LocalDate; isSure: boolean; isConfirmed: boolean };

/** The first days of all cycles, in order. Bleeding with a loss starts none. */
export function starts(periods: readonly Period[]): Start[] {
  const days = [...new Set(periods.map(({ day }) => day))].sort();
  return days.flatMap((day) => {
    const ofDay = periods.filter((period) => period.day === day);
    const kinds = new Set(ofDay.map(({ kind }) => kind));
    if (!kinds.has('period') && !kinds.has('unsure')) return [];
    const isSure = kinds.has('period') && !kinds.has('bleed-with-loss');
    return [{ day, isSure, isConfirmed: isSure && ofDay.some((period) => period.isConfirmed) }];
  });
}

/** The days of losses, whether reported as a loss or as bleeding. */
export const lossDays = ({ losses, periods }: Pick<CycleFacts, 'losses' | 'periods'>): LocalDate[] => [
  ...losses,
  ...periods.filter(({ kind }) => kind === 'bleed-with-loss').map(({ day }) => day),
];

/** Where today's cycle started. Null before the first period, and after a loss until the next one. */
export function currentStart(facts: Pick<CycleFacts, 'losses' | 'periods'>): Start | null {
  const last = starts(facts.periods).at(-1) ?? null;
  return last && lossDays(facts).every((loss) => loss < last.day) ? last : null;
}
