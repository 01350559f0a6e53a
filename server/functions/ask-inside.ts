import { Hono } from 'hono';
import type { Answered, Asking } from '../../supabase/functions/_shared/request/ask.ts';
import type { Behalf } from '../http/inside.ts';
import type { Answer } from '../rest/plan/plan.ts';
import type { Rest } from '../rest/rest.ts';
import type { IncomingRequest } from '../rest/plan/plan.ts';

/** Asks our own `/rest/v1`, `/auth/v1` or `/storage/v1`, for as long as the session stands for which it asks. */
export type AskInside = (url: string, asking: Asking, behalf: Behalf) => Promise<Answered>;

/** Almost all of it is about rows, which go without the objects and streams of HTTP. */
export function createAskInside(rest: Rest, { auth, storage }: { auth: Hono; storage: Hono }): AskInside {
  const others = new Hono().route('/auth/v1', auth).route('/storage/v1', storage);
  return async (url, asking, behalf) => {
    const { pathname } = new URL(url);
    if (!pathname.startsWith('/rest/v1/')) return others.fetch(new Request(url, asking), { ...behalf });
    return answered(await rest(askedWith(url, asking), pathname, { requestId: null, behalf }));
  };
}

const askedWith = (url: string, { method = 'GET', headers, body = '' }: Asking): IncomingRequest => ({
  method,
  url,
  // In small letters, as postgrest-js writes them; a credential under any other name is none, and refused.
  headers: { get: (name) => headers[name as Lowercase<string>] ?? null },
  // Rows are asked for in words; bytes go to files alone.
  text: async () => body as string,
});

const answered = ({ status, headers, body }: Answer): Answered => ({
  ok: status < 300,
  status,
  statusText: '',
  headers: new Headers(headers),
  text: async () => body ?? '',
  arrayBuffer: async () => new TextEncoder().encode(body ?? '').buffer,
});
