import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { AppError } from '@/lib/backend/app-error.ts';
import { dataOf } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { fetchRecord, NO_RECORD } from './record.ts';
import { customerOf, type Customer, type CustomerRow } from './row.ts';

export type { Customer };

const Row: z.ZodMiniType<CustomerRow> = z.object({
  customer_first_name: z.nullable(z.string()),
  preferred_name: z.nullable(z.string()),
  customer_last_name: z.nullable(z.string()),
  customer_email: z.nullable(z.string()),
  status: z.enum(['Active', 'Paused', 'Pregnant', 'Withdrawn']),
  tracking_url: z.nullable(z.string()),
  programme_name: z.nullable(z.string()),
  coach: z.nullable(
    z.object({ name: z.string(), bio: z.string(), email: z.string(), portrait: z.nullable(z.string()) }),
  ),
});

/** The patient's own record. Null if there is none. */
export const customerQuery = (userId: string) =>
  queryOptions({ queryKey: ['customer', userId], queryFn: () => fetchCustomer(userId), retry: retryOnce });

async function fetchCustomer(userId: string): Promise<Customer | null> {
  if (!userId) throw new AppError('user_id_required', 'User ID is required', 400);
  const answer = await fetchRecord(userId);
  if (answer.error?.code === NO_RECORD) return null;
  return customerOf(Row.parse(dataOf(answer, 'Failed to fetch customer info')));
}
