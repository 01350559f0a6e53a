import { queryOptions } from '@tanstack/react-query';
import { dataOf, rpc } from '@/lib/backend/database.ts';
import { ifChanged, retryOnce } from '@/lib/backend/query-client.ts';

/** What was told of the cycle, as it came: Home asks with its other questions, and `record.ts` reads it where it is shown. */
export const cycleQuery = (userId: string) =>
  queryOptions({
    queryKey: ['cycle', userId],
    queryFn: async () => dataOf(await rpc('own_cycle')),
    // Every page that shows it asks for it when it opens.
    refetchOnMount: ifChanged,
    retry: retryOnce,
  });
