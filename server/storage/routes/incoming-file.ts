import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { readJson } from '../../../supabase/functions/_shared/answer/json.ts';
import { Problem } from '../../http/problem.ts';
import type { Bucket } from './buckets.ts';
import type { UserMetadata } from './objects.ts';
import { invalidRequest, notSupported, tooLarge, wrongType } from '../refusals.ts';

/** A file that is being uploaded, as a raw body or in a form. */
export type IncomingFile = {
  type: string;
  cacheControl: string;
  userMetadata: UserMetadata | null;
  bytes: AsyncIterable<Uint8Array>;
};

// What a form adds to its file: boundaries, and fields with cache time and metadata.
const MAX_FORM_OVERHEAD_BYTES = 64 * 1024;

/** Refuses by the headers before a byte is read, then by the bytes as they arrive. */
export async function incomingFile(request: Request, bucket: Bucket): Promise<IncomingFile> {
  const { headers, body } = request;
  if (!body) throw invalidRequest('No content provided');
  if (headers.has('content-encoding')) throw notSupported('An encoded body');
  const given = headers.get('content-type') ?? '';
  const isForm = /^multipart\/form-data\b/i.test(given);
  const maxBytes = bucket.maxBytes + (isForm ? MAX_FORM_OVERHEAD_BYTES : 0);
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  if (isForm) return fileInForm(given, limited(body, maxBytes), bucket);
  return {
    type: allowedType(given, bucket),
    cacheControl: cacheControlFrom(headers.get('cache-control')),
    userMetadata: userMetadataIn(headers.get('x-metadata'), 'base64'),
    bytes: limited(body, maxBytes),
  };
}

/** The platform parses a form in memory only, so `assertMayWrite` comes first. */
async function fileInForm(
  type: string,
  bytes: AsyncIterable<Uint8Array>,
  bucket: Bucket,
): Promise<IncomingFile> {
  const whole = new Response(await buffer(bytes), { headers: { 'content-type': type } });
  const form = await whole.formData().catch(() => {
    throw invalidRequest('The form could not be read');
  });
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) throw invalidRequest('No file provided');
  if (form.has('contentEncoding')) throw notSupported('An encoded body');
  if (file.size > bucket.maxBytes) throw tooLarge();
  if (file.size === 0) throw invalidRequest('No content provided');
  return {
    type: allowedType(file.type, bucket),
    cacheControl: cacheControlFrom(form.get('cacheControl')),
    userMetadata: userMetadataIn(form.get('metadata'), 'utf8'),
    bytes: file.stream(),
  };
}

/** Stops at the limit while streaming. The rest of the body stays readable, so that it can be drained. */
async function* limited(body: ReadableStream<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of body.values({ preventCancel: true })) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Problem ? error : invalidRequest('The upload was cut off');
  }
  if (size === 0) throw invalidRequest('No content provided');
}

function allowedType(given: string, { types }: Bucket): string {
  const type = given.split(';')[0]!.trim().toLowerCase() || 'application/octet-stream';
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(type)) throw wrongType('of this form');
  const allowed = types?.some(
    (one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  );
  if (types && !allowed) throw wrongType(type);
  return type;
}

/** From a number of seconds, alone or as `max-age=…`; anything else is not cached. */
function cacheControlFrom(given: FormDataEntryValue | null): string {
  const seconds = typeof given === 'string' ? /^(?:max-age=)?(\d{1,9})$/.exec(given)?.[1] : undefined;
  return seconds === undefined ? 'no-cache' : `max-age=${seconds}`;
}

function userMetadataIn(given: FormDataEntryValue | null, encoding: 'base64' | 'utf8'): UserMetadata | null {
  if (given === null) return null;
  const text = typeof given === 'string' ? Buffer.from(given, encoding).toString() : '';
  const parsed = z.record(z.string(), z.json()).safeParse(jsonOrNothing(text));
  // PostgreSQL cannot store NUL, which JSON can hold.
  if (!parsed.success || text.includes('\\u0000')) throw invalidRequest('The metadata is not a JSON object');
  return parsed.data;
}

function jsonOrNothing(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
