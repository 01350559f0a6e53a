import { queryOptions } from '@tanstack/react-query';
import { dataOf, rpc } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import type { OwnPlan } from './own-plan.ts';

/** What ticks the plan by itself, and what of it can be taken back. */
export const planQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own-plan', userId],
    queryFn: async (): Promise<OwnPlan | null> => {
      const [answer, { readPlan }] = await Promise.all([rpc('own_plan', {}), import('./own-plan.ts')]);
      return readPlan(dataOf(answer));
    },
    retry: retryOnce,
  });
