import type { Context } from 'hono';
import * as z from 'zod';
import { invalidKey, noSuchBucket, noSuchRoute } from './refusals.ts';

/** An object's bucket and name from its URL. */
export type ObjectPath = { bucket: string; name: string };

const MAX_NAME_LENGTH = 900;
// The characters that Supabase allows, except the question mark, which would begin a URL's query.
const NAME = /^[\w!\-.*'() &$@=;:+,/]+$/;
const BUCKET = /^[\w.-]{1,63}$/;

/** A name in a request body, limited in length; `checkedName` then refuses an invalid one with Storage's own error. */
export const UncheckedName = z.string().max(4_000);

/**
 * Bucket and name at the end of the URL, decoded once. A name that is still percent-encoded after that is
 * invalid.
 */
export function objectPathIn(context: Context): ObjectPath {
  const fixed = context.req.routePath.split('/').length - 1;
  const [bucket, ...name] = new URL(context.req.url).pathname.split('/').slice(fixed);
  if (!bucket || name.length === 0) throw noSuchRoute();
  return { bucket: checkedBucket(decoded(bucket)), name: checkedName(decoded(name.join('/'))) };
}

export function checkedName(name: string): string {
  if (!isName(name)) throw invalidKey();
  return name;
}

export const isName = (name: string) =>
  name.length <= MAX_NAME_LENGTH &&
  NAME.test(name) &&
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

export function checkedBucket(bucket: string): string {
  if (!BUCKET.test(bucket)) throw noSuchBucket();
  return bucket;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidKey();
  }
}
