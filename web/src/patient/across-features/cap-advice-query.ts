import { queryOptions } from '@tanstack/react-query';

/**
 * Loaded separately: what an urgent card needs right away is small, and until this is known it mentions a
 * cap.
 */
export const capAdviceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['cap-advice', userId],
    queryFn: async () => (await import('@/patient/across-features/cap-advice.ts')).speaksOfCap(userId),
    // What was told on another page a moment ago counts.
    staleTime: 0,
  });

/** The same for bleeding: until this is known, a pregnancy is possible. */
export const pregnancyQuery = (userId: string) =>
  queryOptions({
    queryKey: ['pregnancy-known', userId],
    queryFn: async () => (await import('@/patient/across-features/cap-advice.ts')).pregnancyOf(userId),
    staleTime: 0,
  });
