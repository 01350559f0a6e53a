import * as z from 'zod/mini';

export const PREGNANCY_RESULTS = ['positive', 'negative'] as const;

export const PregnancyResult = z.enum(PREGNANCY_RESULTS, 'Please choose one of the results');
export type PregnancyResult = z.output<typeof PregnancyResult>;

export type PregnancyFeedback = 'positive' | 'first-negative' | 'second-negative' | 'last-negative';

/** Which words the patient reads after logging: a negative test means something else in each cycle. */
export function pregnancyFeedback(result: PregnancyResult, cycle: number): PregnancyFeedback {
  if (result === 'positive') return 'positive';
  if (cycle <= 1) return 'first-negative';
  return cycle === 2 ? 'second-negative' : 'last-negative';
}
