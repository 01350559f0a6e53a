import { queryOptions } from '@tanstack/react-query';

/** What a test is in its cycle, and whether there is a kit: loaded while the page is read. */
export const testRulesQuery = queryOptions({
  queryKey: ['test-rules'],
  queryFn: () => import('./test-in-cycle.ts'),
  staleTime: Infinity,
});
