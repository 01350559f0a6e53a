import { queryOptions } from '@tanstack/react-query';

/** Loaded apart: what an urgent card needs at once is small, and until this is known it speaks of a cap. */
export const capAdviceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['cap-advice', userId],
    queryFn: async () => (await import('@/patient/across-features/cap-advice.ts')).speaksOfCap(userId),
    // What was told on another page a moment ago counts.
    staleTime: 0,
  });
