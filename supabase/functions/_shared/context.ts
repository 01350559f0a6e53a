import { PostgrestClient } from '@supabase/postgrest-js';
import { reaching } from './reach.ts';

/** What a handler works with; the same on Deno and on Node. */
export type FunctionContext = {
  /** The database as the caller sees it, under the policies. */
  caller: PostgrestClient;
  /** The database above the policies: for what a patient may not touch directly. */
  service: PostgrestClient;
  userId: string | null;
  clientAddress: string;
  /** Raises the limits per client address and per patient, never those per e-mail address. */
  rateLimitScale: number;
  portal: PortalFacts;
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
  /** The clinic's own blog, where it keeps one elsewhere. */
  blog: BlogPlace | null;
};

export type BlogPlace = {
  /** The shop's Storefront API: https://shop.example/api/2026-10/graphql.json */
  url: string;
  /** For shops that do not let everybody read. */
  token?: string | undefined;
};

export type Backend = { url: string; anonKey: string; serviceRoleKey: string; fetch: typeof fetch };

export function databaseClients(backend: Backend, authorization: string) {
  // Not tried again here: the caller is told when to, and has more patience than a function's ten seconds.
  const client = (headers: Record<string, string>) =>
    new PostgrestClient(`${backend.url}/rest/v1`, { headers, fetch: reaching(backend.fetch), retry: false });
  return {
    caller: client({ apikey: backend.anonKey, authorization }),
    service: client({ apikey: backend.serviceRoleKey, authorization: `Bearer ${backend.serviceRoleKey}` }),
  };
}
