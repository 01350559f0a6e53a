import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { MINUTE } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

/**
 * Same as ReadMessagesAnswer, without the check for whole numbers, because no other code on the first page
 * needs that.
 */
const Answer = z.object({
  unread: z.number(),
  from: z.nullable(z.string()),
  settled: z.optional(z.array(z.string())),
});

/**
 * How many replies are unread, and who wrote the latest. Asking also reports that the patient is here, so
 * that no email repeats what they see: a hidden page asks nothing. Repeated every minute, since live
 * updates may be missing, unless refused.
 */
export const unreadQuery = (userId: string) =>
  queryOptions({
    queryKey: ['messages', userId, 'unread'],
    queryFn: () => callFunction('read-messages', { body: {}, answer: Answer, background: true }),
    enabled: () => document.visibilityState === 'visible',
    refetchInterval: ({ state: { error } }) => (error === null || retryOnce(0, error)) && MINUTE,
    retry: false,
  });
