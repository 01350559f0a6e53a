import { PostgrestClient } from '@supabase/postgrest-js';
import { hmac } from './hmac.ts';
import type { IceSettings } from './ice.ts';
import type { PastLimits } from './past-limits.ts';
import { keyHeaders } from './project-keys.ts';
import { reaching } from './reach.ts';

/** What a handler works with; the same on Deno and on Node. */
export type FunctionContext = {
  /** The database as the caller sees it, under the policies. */
  caller: PostgrestClient;
  /** The database above the policies: for what a patient may not touch directly. */
  service: PostgrestClient;
  /** The database as somebody with another token sees it; a bad token is refused by its first call. */
  as: (token: string) => PostgrestClient;
  userId: string | null;
  /** One of the clinic's own programs, which holds the service's key. */
  isService: boolean;
  /** A hash that nobody can make who does not hold our secret: for codes, of which there are too few to hide otherwise. */
  keyedHash: (text: string) => Promise<string>;
  removeFiles: (bucket: string, names: string[]) => Promise<void>;
  /** Null where nobody knows. */
  clientAddress: string | null;
  /** Raises the limits per client address and per patient, never those per e-mail address. */
  rateLimitScale: number;
  pastLimits: PastLimits;
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
  /** The clinic's own blog, where it keeps one elsewhere. */
  blog: BlogPlace | null;
};

export type BlogPlace = {
  /** The shop's Storefront API: https://shop.example/api/2026-10/graphql.json */
  url: string;
  /** For shops that do not let everybody read. */
  token?: string | undefined;
};

export type Backend = {
  url: string;
  /** A key that any browser may hold, and the service's; each of the older kind or of the new one. */
  publicKey: string;
  secretKey: string;
  /** Apart from the keys, so that turning one over voids nothing that was hashed. */
  hashSecret: string;
  fetch: Ask;
};

/** The part of `fetch` that postgrest-js and we use: little enough for a server in the same process to go without HTTP. */
export type Ask = (url: string, asking: Asking) => Promise<Answered>;
export type Asking = { method?: string; headers: Record<Lowercase<string>, string>; body?: string };
export type Answered = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text'>;

/** What the backend lends to every handler; the headers are those with which the tables are asked for the caller. */
export const backendTools = (backend: Backend, callerHeaders: Record<string, string>) => ({
  ...databaseClients(backend, callerHeaders),
  keyedHash: (text: string) => keyedHash(backend.hashSecret, text),
  removeFiles: (bucket: string, names: string[]) => removeFiles(backend, bucket, names),
});

function databaseClients(backend: Backend, callerHeaders: Record<string, string>) {
  // Not tried again here: the caller is told when to, and has more patience than a function's ten seconds.
  const client = (headers: Record<string, string>) =>
    new PostgrestClient(`${backend.url}/rest/v1`, {
      headers,
      fetch: reaching(backend.fetch) as typeof fetch,
      retry: false,
    });
  return {
    caller: client(callerHeaders),
    as: (token: string) => client({ apikey: backend.publicKey, authorization: `Bearer ${token}` }),
    service: client(keyHeaders(backend.secretKey)),
  };
}

async function keyedHash(secret: string, text: string): Promise<string> {
  const signed = await hmac('SHA-256', secret, text);
  return Array.from(signed, (octet) => octet.toString(16).padStart(2, '0')).join('');
}

// As many as the storage service takes at once.
const MAX_FILES = 1_000;

async function removeFiles(backend: Backend, bucket: string, names: string[]): Promise<void> {
  for (let at = 0; at < names.length; at += MAX_FILES) {
    const answer = await backend.fetch(`${backend.url}/storage/v1/object/${bucket}`, {
      method: 'DELETE',
      headers: { ...keyHeaders(backend.secretKey), 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes: names.slice(at, at + MAX_FILES) }),
    });
    await answer.text();
    if (!answer.ok) throw new Error(`storage answered ${answer.status}`);
  }
}
