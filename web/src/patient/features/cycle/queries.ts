import { queryOptions } from '@tanstack/react-query';
import { dataOf, rpc } from '@/lib/backend/database.ts';
import { ifChanged, retryOnce } from '@/lib/backend/query-client.ts';

/**
 * The cycle's data as received. Home requests it with its other data, and `record.ts` parses it where it is
 * shown.
 */
export const cycleQuery = (userId: string) =>
  queryOptions({
    queryKey: ['cycle', userId],
    queryFn: async () => dataOf(await rpc('own_cycle')),
    // Every page that shows it requests it when it opens.
    refetchOnMount: ifChanged,
    retry: retryOnce,
  });
