export type ChartLevel = 'low' | 'high' | 'peak' | 'invalid';

/** What an ovulation test says of LH, by its stored words. */
export function levelOf(result: string): ChartLevel {
  if (result.startsWith('Peak')) return 'peak';
  if (result.startsWith('High')) return 'high';
  return result.startsWith('Negative') ? 'low' : 'invalid';
}
