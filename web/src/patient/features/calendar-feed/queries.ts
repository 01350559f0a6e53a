import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { OwnCalendarFeedAnswer } from '@domain/contracts/patient/own-calendar-feed.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

export const calendarFeedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['calendar-feed', userId],
    queryFn: async () =>
      (await callFunction('own-calendar-feed', { method: 'GET', answer: OwnCalendarFeedAnswer })).feed,
    retry: retryOnce,
  });

/** Only the caller gets the secret of a new address. No query caches it. */
export function useChangeCalendarFeed(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: 'renew' | 'end') =>
      callFunction('own-calendar-feed', { body: { action }, answer: OwnCalendarFeedAnswer }),
    networkMode: 'always',
    meta: { failure: 'Failed to change your calendar feed. Please try again.' },
    onSuccess: ({ feed }) => client.setQueryData(calendarFeedQuery(userId).queryKey, feed),
  });
}
