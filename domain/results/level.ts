export type ChartLevel = 'low' | 'high' | 'peak' | 'invalid';

/** A test's LH level, by its stored words. */
export function levelOf(result: string): ChartLevel {
  if (result.startsWith('Peak')) return 'peak';
  if (result.startsWith('High')) return 'high';
  return result.startsWith('Negative') ? 'low' : 'invalid';
}
