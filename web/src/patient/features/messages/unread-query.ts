import { queryOptions } from '@tanstack/react-query';
import { ReadMessagesAnswer } from '@domain/contracts/read-messages.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/backend/call-function.ts';

/**
 * How many answers are left to read. Asking says that the patient is here, so that no mail tells them what they see: a page that
 * nobody looks at asks nothing. Asked again every minute, as changes may not be told live.
 */
export const unreadQuery = (userId: string) =>
  queryOptions({
    queryKey: ['messages', userId, 'unread'],
    queryFn: async () =>
      (await callFunction('read-messages', { body: {}, answer: ReadMessagesAnswer, background: true }))
        .unread,
    enabled: () => document.visibilityState === 'visible',
    refetchInterval: ({ state }) => state.status !== 'error' && MINUTE,
    retry: false,
  });
