import { queryOptions } from '@tanstack/react-query';
import { TeamTodayAnswer } from '@domain/contracts/team/team-today.ts';
import { callFunction } from '../backend/call-function.ts';
import { retryOnce } from '../backend/query-client.ts';

/** Without a live connection a page is never older than this. */
export const ASK_AGAIN_MS = 55_000;

/** Today's page and the count in the navigation: one response, so that they always agree. */
export const todayQuery = () =>
  queryOptions({
    queryKey: ['team-today'],
    queryFn: () => callFunction('team-today', { method: 'GET', answer: TeamTodayAnswer, background: true }),
    refetchInterval: ASK_AGAIN_MS,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    retry: retryOnce,
  });

/**
 * The token in the call's URL that opens the portal's own room. Null if the clinic calls elsewhere, or the
 * room is closed.
 */
export function callToken(joinUrl: string | null): string | null {
  if (joinUrl === null) return null;
  return /^\/call\/([\w-]+\.[\w-]+\.[\w-]+)$/.exec(new URL(joinUrl).pathname)?.[1] ?? null;
}
