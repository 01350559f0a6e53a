import type { Context } from 'hono';
import { bodyLimit as limitBody } from 'hono/body-limit';
import { Problem } from './problem.ts';

const MOST_BYTES = 256 * 1024;

export const bodyLimit = limitBody({
  maxSize: MOST_BYTES,
  onError: () => {
    throw new Problem(413, 'payload_too_large', 'The request body is larger than 256 KB.');
  },
});

/** The body as JSON; an empty body is an empty object, anything else that is not JSON is refused. */
export async function jsonBody(context: Context): Promise<unknown> {
  const text = await context.req.text();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, 'bad_json', 'The request body is not valid JSON.');
  }
}
