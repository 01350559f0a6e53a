import type { Context } from 'hono';
import * as z from 'zod';
import { invalidKey, noSuchBucket, nothingHere } from './refusals.ts';

/** Where an object lies, as its address says. */
export type Place = { bucket: string; name: string };

const LONGEST = 900;
// Supabase's own set, less the question mark, which an address cannot carry.
const NAME = /^[\w!\-.*'() &$@=;:+,/]+$/;
const BUCKET = /^[\w.-]{1,63}$/;

/** A name as a request has it, before `checkedName` says what is wrong with it: no longer than is worth looking at. */
export const SentName = z.string().max(4_000);

/** Bucket and name at the end of the address. Decoded once: what is still encoded after that is no name. */
export function placeIn(context: Context): Place {
  const fixed = context.req.routePath.split('/').length - 1;
  const [bucket, ...name] = new URL(context.req.url).pathname.split('/').slice(fixed);
  if (!bucket || name.length === 0) throw nothingHere();
  return { bucket: checkedBucket(decoded(bucket)), name: checkedName(decoded(name.join('/'))) };
}

export function checkedName(name: string): string {
  if (!isName(name)) throw invalidKey();
  return name;
}

export const isName = (name: string) =>
  name.length <= LONGEST &&
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
