import { infiniteQueryOptions } from '@tanstack/react-query';
import { TeamAccessLogAnswer } from '@domain/contracts/team/team-access-log.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

// A window that comes to the front is no act of anybody's, and would keep a session that nobody uses.
const asked = { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: retryOnce } as const;

/** Page by page, from the newest line on; `query` is the address's own, as the function reads it. */
export const accessLogQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ['team-access-log', query],
    queryFn: ({ pageParam }) => {
      const parameters = new URLSearchParams(query);
      if (pageParam !== null) parameters.set('before', pageParam);
      return callFunction(`team-access-log?${parameters}`, { method: 'GET', answer: TeamAccessLogAnswer });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...asked,
  });
