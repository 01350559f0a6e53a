import { infiniteQueryOptions } from '@tanstack/react-query';
import { TeamInvitationsAnswer } from '@domain/contracts/team/team-invitations.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { ASK_AGAIN_MS } from '@/lib/care-team/today-query.ts';
import type * as z from 'zod/mini';

const SOON_MS = 5_000;
const hasMailOnItsWay = (pages: z.output<typeof TeamInvitationsAnswer>[]) =>
  pages.some(({ invitations }) => invitations.some(({ mail }) => mail?.state === 'waiting'));

/** One page at a time, newest first. `query` comes from the address, in the function's format. */
export const invitationsQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ['team-invitations', query],
    queryFn: ({ client, queryKey, pageParam }) => {
      const parameters = new URLSearchParams(query);
      if (pageParam !== null) parameters.set('before', pageParam);
      return callFunction(`team-invitations?${parameters}`, {
        method: 'GET',
        answer: TeamInvitationsAnswer,
        // A search or a next page is an act. A refetch isn't.
        background: pageParam === null && client.getQueryData(queryKey) !== undefined,
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Refetched, because emails are sent and patients sign in meanwhile.
    refetchInterval: ({ state }) =>
      state.data && hasMailOnItsWay(state.data.pages) ? SOON_MS : ASK_AGAIN_MS,
    refetchIntervalInBackground: true,
    // Focusing the window isn't an act, and a refetch would keep an unused session alive.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: retryOnce,
  });
