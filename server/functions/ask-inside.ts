import { Hono } from 'hono';
import type { Answered, Asking } from '../../supabase/functions/_shared/request/ask.ts';
import type { Behalf } from '../http/inside.ts';
import type { Answer } from '../rest/plan/plan.ts';
import type { Rest } from '../rest/rest.ts';
import type { IncomingRequest } from '../rest/plan/plan.ts';
import { bytesOf, streamOf } from './file-bytes.ts';

/**
 * Calls our own `/rest/v1`, `/auth/v1` or `/storage/v1` on behalf of a session, as long as the session is
 * live.
 */
export type AskInside = (url: string, asking: Asking, behalf: Behalf) => Promise<Answered>;

/** Almost all calls are about rows, which need none of HTTP's objects and streams. */
export function createAskInside(rest: Rest, { auth, storage }: { auth: Hono; storage: Hono }): AskInside {
  const others = new Hono().route('/auth/v1', auth).route('/storage/v1', storage);
  return async (url, asking, behalf) => {
    const { pathname } = new URL(url);
    if (!pathname.startsWith('/rest/v1/'))
      return withBytes(await others.fetch(new Request(url, requested(asking)), { ...behalf }));
    return answered(await rest(askedWith(url, asking), pathname, { requestId: null, behalf }));
  };
}

const requested = ({ body, ...asking }: Asking): RequestInit & { duplex?: 'half' } =>
  body instanceof Uint8Array
    ? {
        ...asking,
        headers: { ...asking.headers, 'content-length': String(body.length) },
        body: streamOf(body),
        duplex: 'half',
      }
    : { ...asking, ...(body !== undefined && { body }) };

const withBytes = (answer: Response): Answered => ({
  ok: answer.ok,
  status: answer.status,
  statusText: answer.statusText,
  headers: answer.headers,
  text: () => answer.text(),
  arrayBuffer: () => bytesOf(answer),
});

const askedWith = (url: string, { method = 'GET', headers, body = '' }: Asking): IncomingRequest => ({
  method,
  url,
  // In lower case, as postgrest-js writes them; a credential under any other name is ignored, and refused.
  headers: { get: (name) => headers[name as Lowercase<string>] ?? null },
  // Row requests are text; only file requests have bytes.
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
