import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Status } from '@domain/journey/progress.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { CUSTOMER_COLUMNS } from '@/lib/backend/home-columns.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

const Row = z.object({
  customer_first_name: z.nullable(z.string()),
  customer_last_name: z.nullable(z.string()),
  customer_email: z.nullable(z.string()),
  status: z.enum(['Active', 'Paused', 'Pregnant', 'Withdrawn']),
  tracking_url: z.nullable(z.string()),
  programme_name: z.nullable(z.string()),
});

export type Customer = {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  status: Status;
  /** Where the parcel with the kit can be followed. */
  trackingUrl: string | null;
  programmeName: string | null;
};

/** The patient's own record; null when there is none. */
export const customerQuery = (userId: string) =>
  queryOptions({ queryKey: ['customer', userId], queryFn: () => fetchCustomer(userId), retry: retryOnce });

async function fetchCustomer(userId: string): Promise<Customer | null> {
  const answer = await from('customers').select(CUSTOMER_COLUMNS).eq('user_id', userId).maybeSingle();
  const row = z.nullable(Row).parse(dataOf(answer));
  return (
    row && {
      firstName: row.customer_first_name,
      lastName: row.customer_last_name,
      email: row.customer_email,
      status: row.status,
      trackingUrl: row.tracking_url,
      programmeName: row.programme_name,
    }
  );
}
