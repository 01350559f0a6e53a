import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { dataOf, rpc } from '@/lib/backend/database.ts';
import { ifChanged, retryOnce } from '@/lib/backend/query-client.ts';

const Clinician = z.nullable(
  z.object({ name: z.string(), bio: z.string(), portrait: z.nullable(z.string()) }),
);

/** The clinician of the patient's next call, or of the last one. Null if they have met none. */
export const clinicianQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own-clinician', userId],
    queryFn: async () => Clinician.parse(dataOf(await rpc('own_clinician'))),
    refetchOnMount: ifChanged,
    retry: retryOnce,
  });
