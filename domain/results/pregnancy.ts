import * as z from 'zod/mini';

export const PREGNANCY_RESULTS = ['positive', 'negative', 'unclear'] as const;

export const PregnancyResult = z.enum(PREGNANCY_RESULTS, 'Please choose one of the results');
export type PregnancyResult = z.output<typeof PregnancyResult>;

export type PregnancyFeedback =
  | 'positive'
  | 'unclear'
  | 'negative-after-positive'
  | 'first-negative'
  | 'second-negative'
  | 'last-negative';

type Known = { cycle: number; pregnant: boolean };

/**
 * Which words the patient reads after logging: a negative test means something else in each cycle, and may be a loss
 * for somebody who is pregnant.
 */
export function pregnancyFeedback(result: PregnancyResult, { cycle, pregnant }: Known): PregnancyFeedback {
  if (result !== 'negative') return result;
  if (pregnant) return 'negative-after-positive';
  if (cycle <= 1) return 'first-negative';
  return cycle === 2 ? 'second-negative' : 'last-negative';
}
