import { Hono } from 'hono';
import type { Answered, Asking } from '../../supabase/functions/_shared/context.ts';
import type { Inside } from '../http/inside.ts';
import type { Rest } from '../rest/rest.ts';

/** Asks our own `/rest/v1` or `/storage/v1`, for as long as that session stands. */
export type AskInside = (url: string, asking: Asking, sessionId: string | null) => Promise<Answered>;

/** Almost all of it is about rows, which go without the objects and streams of HTTP. */
export function createAskInside(rest: Rest, storage: Hono): AskInside {
  const files = new Hono().route('/storage/v1', storage);
  return async (url, asking, sessionId) => {
    const { pathname } = new URL(url);
    if (!pathname.startsWith('/rest/v1/'))
      return files.fetch(new Request(url, asking), { sessionId } satisfies Inside);
    const { method = 'GET', headers, body = '' } = asking;
    const asked = { method, url, headers: new Headers(headers), text: async () => body };
    return answered(await rest(asked, pathname, { requestId: null, sessionId }));
  };
}

const answered = ({ status, headers, body }: Awaited<ReturnType<Rest>>): Answered => ({
  ok: status < 300,
  status,
  statusText: '',
  headers: new Headers(headers),
  text: async () => body ?? '',
});
