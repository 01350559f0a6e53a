import { queryOptions } from '@tanstack/react-query';
import { TeamRepliesAnswer } from '@domain/contracts/team/team-replies.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

/** The clinic's saved replies and one's own, by name. */
export const repliesQuery = queryOptions({
  queryKey: ['team-replies'],
  queryFn: () => callFunction('team-replies', { method: 'GET', answer: TeamRepliesAnswer }),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: retryOnce,
});
