import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '@/lib/backend/app-error.ts';
import { arePasskeysOn } from '@/lib/backend/passkeys.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { accessToken, auth, renewToken } from '@/lib/backend/supabase.ts';

export type Passkey = { id: string; name: string; addedAt: string; usedAt: string | null };

/** Null if the auth service has none. */
export const passkeysQuery = (userId: string) =>
  queryOptions({
    queryKey: ['passkeys', userId],
    queryFn: async () => ((await arePasskeysOn()) ? fetchPasskeys() : null),
    retry: retryOnce,
  });

async function fetchPasskeys(): Promise<Passkey[]> {
  const rows = dataOf(await (await auth()).passkey.list());
  return rows.map(({ id, friendly_name: name = 'Passkey', created_at, last_used_at }) => ({
    id,
    name,
    addedAt: created_at,
    usedAt: last_used_at ?? null,
  }));
}

/** The refusal of the auth service or the browser, unchanged. The browser's has its own name. */
function dataOf<Data>({ data, error }: { data: Data; error: Error | null }): NonNullable<Data> {
  if (error) throw error;
  if (!data) throw new AppError('no_data');
  return data;
}

const usePasskeyChange = <Change>(
  userId: string,
  mutationFn: (change: Change) => Promise<unknown>,
  failure: string,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    networkMode: 'always',
    meta: { failure },
    onSuccess: () => client.invalidateQueries(passkeysQuery(userId)),
  });
};

const MAX_PASSKEYS = 10;

/** The failure is worded where the button is: most are someone who changed their mind. */
export function useAddPasskey(userId: string) {
  const client = useQueryClient();
  return async () => {
    const { error } = await (await auth()).registerPasskey();
    const { queryKey } = passkeysQuery(userId);
    await client.invalidateQueries({ queryKey });
    if (!error) return;
    // GoTrue gives no reason when our database refuses one because another device was faster.
    const isUnexplained = 'status' in error && error.status === 500;
    const isFull = isUnexplained && client.getQueryData(queryKey)?.length === MAX_PASSKEYS;
    throw isFull ? new AppError('too_many_passkeys') : error;
  };
}

export const useRenamePasskey = (userId: string) =>
  usePasskeyChange(
    userId,
    async ({ id, name }: { id: string; name: string }) =>
      dataOf(await (await auth()).passkey.update({ passkeyId: id, friendlyName: name })),
    'Failed to rename the passkey. Please try again.',
  );

export const useRemovePasskey = (userId: string) =>
  usePasskeyChange(
    userId,
    async (id: string) => {
      const { error } = await (await auth()).passkey.delete({ passkeyId: id });
      if (error) throw error;
      // Ends the session it opened. If that is this session, it ends here too.
      const token = await accessToken();
      if (token && isOfPasskey(token)) await renewToken(token);
    },
    'Failed to remove the passkey. Please try again.',
  );

/** A passkey opened the session. */
function isOfPasskey(token: string): boolean {
  const claims = token.split('.')[1]!;
  const { amr = [] } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
    amr?: { method: string }[];
  };
  return amr.some(({ method }) => method === 'passkey');
}
