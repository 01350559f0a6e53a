import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

const Row = z.object({
  preferred_name: z.nullable(z.string()),
  pronouns: z.nullable(z.string()),
  birth_date: z.nullable(z.string()),
  customer_phone: z.nullable(z.string()),
  customer_email: z.string(),
});

export type OwnIdentity = {
  preferredName: string | null;
  pronouns: string | null;
  birthDate: string | null;
  phone: string | null;
  email: string;
};
export type IdentityChange = Pick<OwnIdentity, 'preferredName' | 'pronouns' | 'birthDate'>;

/** The patient's preferred name and contact details. */
export const ownIdentityQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own-identity', userId],
    queryFn: async (): Promise<OwnIdentity> => {
      const answer = await from('customers')
        .select(Object.keys(Row.shape).join(','))
        .eq('user_id', userId)
        .single();
      const row = Row.parse(dataOf(answer));
      return {
        preferredName: row.preferred_name,
        pronouns: row.pronouns,
        birthDate: row.birth_date,
        phone: row.customer_phone,
        email: row.customer_email,
      };
    },
    retry: retryOnce,
  });

export function useSaveIdentity(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ preferredName, pronouns, birthDate }: IdentityChange) =>
      dataOf(
        await from('customers')
          .update({ preferred_name: preferredName, pronouns, birth_date: birthDate })
          .eq('user_id', userId),
      ),
    // Offline it fails and says so, rather than waiting.
    networkMode: 'always',
    meta: { failure: 'Failed to save your details. Please try again.' },
    onSuccess: () => client.invalidateQueries({ queryKey: ownIdentityQuery(userId).queryKey }),
  });
}
