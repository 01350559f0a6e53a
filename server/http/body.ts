import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit as limitBody } from 'hono/body-limit';
import { readJson } from '../../supabase/functions/_shared/json.ts';
import { Problem } from './problem.ts';

const MAX_BYTES = 256 * 1024;

const limit = limitBody({
  maxSize: MAX_BYTES,
  onError: () => {
    throw new Problem(413, 'payload_too_large', 'The request body is larger than 256 KB.');
  },
});

/** To look for a body costs a whole Request object, and a GET has none. */
export const bodyLimit: MiddlewareHandler = (context, next) =>
  context.req.method === 'GET' || context.req.method === 'HEAD' ? next() : limit(context, next);

/** What is left of a refused body would be read as the next request: the connection ends with the answer. */
export const closeWhenTooLarge: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.res.status === 413) context.res.headers.set('Connection', 'close');
};

/** The body as JSON; an empty body is an empty object, anything else that is not JSON is refused. */
export async function jsonBody(context: Context): Promise<unknown> {
  const text = await context.req.text();
  if (text === '') return {};
  try {
    return readJson(text);
  } catch {
    throw new Problem(400, 'bad_json', 'The request body is not valid JSON.');
  }
}
