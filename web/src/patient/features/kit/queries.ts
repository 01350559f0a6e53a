import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { KitFacts } from '@domain/kit/kit-state.ts';
import type { ShippingAddress } from '@domain/kit/shipping-address.ts';
import { dataOf, from, rpc } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

const COLUMNS = 'tracking_url,shipping_line1,shipping_line2,shipping_city,shipping_state,shipping_zip';
const Row = z.object({
  tracking_url: z.nullable(z.string()),
  shipping_line1: z.nullable(z.string()),
  shipping_line2: z.nullable(z.string()),
  shipping_city: z.nullable(z.string()),
  shipping_state: z.nullable(z.string()),
  shipping_zip: z.nullable(z.string()),
});
const Plan = z.nullable(
  z.object({
    kit: z.nullable(
      z.object({
        isAsked: z.boolean(),
        sentOn: z.nullable(z.string()),
        arrivedAt: z.nullable(z.string()),
      }),
    ),
  }),
);

type StoredAddress = Omit<ShippingAddress, 'state'> & { state: string };
export type OwnKit = Omit<KitFacts, 'hasAddress' | 'hasArrived'> & {
  address: StoredAddress | null;
  arrivedAt: string | null;
};

/** The kit's state and the shipping address. */
export const ownKitQuery = (userId: string) =>
  queryOptions({ queryKey: ['own-kit', userId], queryFn: () => fetchKit(userId), retry: retryOnce });

async function fetchKit(userId: string): Promise<OwnKit> {
  const [record, plan] = await Promise.all([
    from('customers').select(COLUMNS).eq('user_id', userId).single(),
    rpc('own_journey_facts'),
  ]);
  const row = Row.parse(dataOf(record));
  const kit = Plan.parse(dataOf(plan))?.kit;
  return {
    isAsked: kit?.isAsked === true,
    trackingUrl: row.tracking_url,
    sentOn: kit?.sentOn ?? null,
    arrivedAt: kit?.arrivedAt ?? null,
    address: addressIn(row),
  };
}

/** A complete address or none. The database enforces that. */
const addressIn = (row: z.output<typeof Row>): StoredAddress | null =>
  row.shipping_line1 === null
    ? null
    : {
        line1: row.shipping_line1,
        line2: row.shipping_line2,
        city: row.shipping_city!,
        state: row.shipping_state!,
        zip: row.shipping_zip!,
      };

const useKitMutation = <Given>(
  userId: string,
  { send, failure }: { send: (given: Given) => Promise<unknown>; failure: string },
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    // Offline it fails and says so, rather than waiting.
    networkMode: 'always',
    meta: { failure },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ownKitQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: ['own-plan', userId] }),
      ]),
  });
};

export const useSaveAddress = (userId: string) =>
  useKitMutation<ShippingAddress>(userId, {
    send: async ({ line1, line2, city, state, zip }) =>
      dataOf(
        await from('customers')
          .update({
            shipping_line1: line1,
            shipping_line2: line2,
            shipping_city: city,
            shipping_state: state,
            shipping_zip: zip,
          })
          .eq('user_id', userId),
      ),
    failure: 'Failed to save your address. Please try again.',
  });

export const useSetArrived = (userId: string) =>
  useKitMutation<boolean>(userId, {
    send: async (p_arrived) => dataOf(await rpc('set_kit_arrived', { p_arrived })),
    failure: 'Failed to save this. Please try again.',
  });
