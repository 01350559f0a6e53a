import type { LocalDate } from '../time/day.ts';

export const PERIOD_KINDS = ['period', 'bleed-with-loss', 'unsure'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];
export type Period = {
  day: LocalDate;
  kind: PeriodKind;
  withdrawn: boolean;
  /** The patient said that it is a new period, although another one is close before it. */
  isConfirmed?: boolean | undefined;
};
