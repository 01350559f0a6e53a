import { infiniteQueryOptions } from '@tanstack/react-query';
import { TeamConversationsAnswer } from '@domain/contracts/team/team-conversations.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

/** Without a live connection, the list is never older than this. */
const ASK_AGAIN_MS = 25_000;

/** One page at a time, newest first. Live updates of conversations refetch it too. */
export const conversationsQuery = (show: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['team-messages', 'list', show, search],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({
        show,
        ...(search && { search }),
        ...(pageParam !== null && { before: pageParam }),
      });
      return callFunction(`team-conversations?${query}`, {
        method: 'GET',
        answer: TeamConversationsAnswer,
        background: true,
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ASK_AGAIN_MS,
    retry: retryOnce,
  });
