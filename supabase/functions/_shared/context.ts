import { PostgrestClient } from '@supabase/postgrest-js';
import type { IceSettings } from './call-access.ts';
import { FunctionProblem } from './problem.ts';

/** What a handler works with; the same on Deno and on Node. */
export type FunctionContext = {
  /** The database as the caller sees it, under the policies. */
  caller: PostgrestClient;
  /** The database above the policies: for what a patient may not touch directly. */
  service: PostgrestClient;
  /** The database as somebody with another token sees it; a bad token is refused by its first call. */
  as: (token: string) => PostgrestClient;
  userId: string | null;
  clientAddress: string;
  /** Raises the limits per client address, never those per e-mail address. */
  rateLimitScale: number;
  portal: PortalFacts;
  /** Signs the way into one call; null where this runtime has nothing to sign with. */
  signCallToken: ((claims: Record<string, unknown>) => Promise<string>) | null;
  now: () => Date;
  /** Notes an unforeseen failure, without what the patient sent. */
  report: (error: unknown) => void;
};

/** What the functions must know about the portal that they belong to. */
export type PortalFacts = {
  siteUrl: string;
  /** The address of a call's room, with {room} in its place. */
  callUrlPattern: string;
  /** Who mail comes from, and whom replies reach: 'Béa <care@example.com>'. */
  mailFrom: string;
  ice: IceSettings;
};

export type Backend = { url: string; anonKey: string; serviceRoleKey: string; fetch: typeof fetch };

export function databaseClients(backend: Backend, authorization: string) {
  const client = (headers: Record<string, string>) =>
    new PostgrestClient(`${backend.url}/rest/v1`, { headers, fetch: backend.fetch });
  return {
    caller: client({ apikey: backend.anonKey, authorization }),
    as: (token: string) => client({ apikey: backend.anonKey, authorization: `Bearer ${token}` }),
    service: client({ apikey: backend.serviceRoleKey, authorization: `Bearer ${backend.serviceRoleKey}` }),
  };
}

type Limit = { name: string; who: string; most: number; seconds: number };

/** Counts one use against a shared limit; past it the caller is told when to come back. */
export async function takeFromLimit(
  { service }: FunctionContext,
  { name, who, most, seconds }: Limit,
): Promise<void> {
  const { data: wait } = await service
    .rpc('take_from_limit', { p_key: `${name}:${who}`, p_limit: most, p_seconds: seconds })
    .throwOnError();
  if (wait > 0) {
    throw new FunctionProblem(
      429,
      'too_many_requests',
      `Too many attempts. Please try again in ${wait} seconds.`,
      wait,
    );
  }
}
