import { infiniteQueryOptions } from '@tanstack/react-query';
import { TeamInvitationsAnswer } from '@domain/contracts/team/team-invitations.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { ASK_AGAIN_MS } from '@/lib/care-team/today-query.ts';
import type * as z from 'zod/mini';

const SOON_MS = 5_000;
const hasMailOnItsWay = (pages: z.output<typeof TeamInvitationsAnswer>[]) =>
  pages.some(({ invitations }) => invitations.some(({ mail }) => mail?.state === 'waiting'));

/** Page by page, the newest first; `query` is the address's own, as the function reads it. */
export const invitationsQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ['team-invitations', query],
    queryFn: ({ client, queryKey, pageParam }) => {
      const parameters = new URLSearchParams(query);
      if (pageParam !== null) parameters.set('before', pageParam);
      return callFunction(`team-invitations?${parameters}`, {
        method: 'GET',
        answer: TeamInvitationsAnswer,
        // What is asked for by search or for the next page is someone's act; what is asked again is not.
        background: pageParam === null && client.getQueryData(queryKey) !== undefined,
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Emails leave, and patients sign in, while it is looked at.
    refetchInterval: ({ state }) =>
      state.data && hasMailOnItsWay(state.data.pages) ? SOON_MS : ASK_AGAIN_MS,
    refetchIntervalInBackground: true,
    // A window that comes to the front is no act of anyone's, and would keep a session that no one uses.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: retryOnce,
  });
