import { queryOptions } from '@tanstack/react-query';
import { dataOf, rpc } from '@/lib/backend/database.ts';
import { ifChanged, retryOnce } from '@/lib/backend/query-client.ts';

/**
 * What ticks the plan by itself, and what of it can be undone; read by own-plan.ts, which Home loads behind
 * its first screen.
 */
export const planQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own-plan', userId],
    queryFn: async (): Promise<unknown> => dataOf(await rpc('own_journey_facts')),
    // Every page that shows it asks for it when it opens.
    refetchOnMount: ifChanged,
    retry: retryOnce,
  });
