import { queryOptions } from '@tanstack/react-query';
import { dataOf, rpc } from '@/lib/backend/database.ts';
import { ifChanged, retryOnce } from '@/lib/backend/query-client.ts';

/**
 * The facts that complete actions automatically, and what can be undone. own-plan.ts parses them, which Home
 * loads after its first screen.
 */
export const planQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own-plan', userId],
    queryFn: async (): Promise<unknown> => dataOf(await rpc('own_journey_facts')),
    // Every page that shows it requests it when it opens.
    refetchOnMount: ifChanged,
    retry: retryOnce,
  });
