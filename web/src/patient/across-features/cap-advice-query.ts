import { queryOptions } from '@tanstack/react-query';

/**
 * Loaded separately, because an urgent card needs little right away. Until this is known, the card mentions a
 * cap.
 */
export const capAdviceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['cap-advice', userId],
    queryFn: async () => (await import('@/patient/across-features/cap-advice.ts')).speaksOfCap(userId),
    // Includes an entry made on another page a moment ago.
    staleTime: 0,
  });

/** The same for bleeding: until this is known, a pregnancy is possible. */
export const pregnancyQuery = (userId: string) =>
  queryOptions({
    queryKey: ['pregnancy-known', userId],
    queryFn: async () => (await import('@/patient/across-features/cap-advice.ts')).pregnancyOf(userId),
    staleTime: 0,
  });
