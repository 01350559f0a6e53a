import { infiniteQueryOptions } from '@tanstack/react-query';
import { TeamInvitationsAnswer } from '@domain/contracts/team-invitations.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

/** Page by page, the newest first; `query` is the address's own, as the function reads it. */
export const invitationsQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ['team-invitations', query],
    queryFn: ({ pageParam }) => {
      const parameters = new URLSearchParams(query);
      if (pageParam !== null) parameters.set('before', pageParam);
      return callFunction(`team-invitations?${parameters}`, { method: 'GET', answer: TeamInvitationsAnswer });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // A window that comes to the front is no act of anybody's, and would keep a session that nobody uses.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: retryOnce,
  });
