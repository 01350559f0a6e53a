import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { MINUTE } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

/** As ReadMessagesAnswer, without the check of a whole number: no other code of the first page needs it. */
const Answer = z.object({ unread: z.number(), from: z.nullable(z.string()) });

/**
 * How many answers are left to read, and who wrote the newest. Asking says that the patient is here, so that no mail tells them what
 * they see: a page that nobody looks at asks nothing. Asked again every minute, as changes may not be told live, unless it is refused.
 */
export const unreadQuery = (userId: string) =>
  queryOptions({
    queryKey: ['messages', userId, 'unread'],
    queryFn: () => callFunction('read-messages', { body: {}, answer: Answer, background: true }),
    enabled: () => document.visibilityState === 'visible',
    refetchInterval: ({ state: { error } }) => (error === null || retryOnce(0, error)) && MINUTE,
    retry: false,
  });
