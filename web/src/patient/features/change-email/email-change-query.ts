import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { dataOf, rpc } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

/** When the care team's change of the patient's address takes effect. Null if there is none. */
export const emailChangeQuery = (userId: string) =>
  queryOptions({
    queryKey: ['email-change', userId],
    queryFn: async (): Promise<Instant | null> => {
      const at = z.nullable(z.string()).parse(dataOf(await rpc('own_email_change')));
      return at === null ? null : instantFromIso(at);
    },
    retry: retryOnce,
  });
