import type { ResultType, TestResult } from '@domain/results/results.ts';
import type { BadgeTone } from '@/components/layout/badge.tsx';

export const typeWords: Record<ResultType, string> = { ovulation: 'Ovulation', PREGNANCY: 'Pregnancy' };

/** Ovulation results are stored as shown, pregnancy results in lowercase. */
export const resultWords = ({ result }: Pick<TestResult, 'result'>): string =>
  result.charAt(0).toUpperCase() + result.slice(1);

export function resultTone({ type, result }: Pick<TestResult, 'type' | 'result'>): BadgeTone {
  if (type === 'PREGNANCY') return result === 'positive' ? 'brand' : 'neutral';
  if (result.startsWith('Peak')) return 'complete';
  return result.startsWith('High') ? 'other' : 'neutral';
}
