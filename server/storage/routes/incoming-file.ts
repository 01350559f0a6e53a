import * as z from 'zod';
import { readJson } from '../../../supabase/functions/_shared/answer/json.ts';
import type { Bucket } from './buckets.ts';
import type { UserMetadata } from './objects.ts';
import { MAX_FIELD_BYTES, readForm } from './read-form.ts';
import { invalidRequest, notSupported, tooLarge, tooSlow, wrongType } from '../refusals.ts';

/** A file that is being uploaded, as a raw body or in a form. */
export type IncomingFile = {
  type: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Called after all bytes were read, because fields in a form may come after the file. */
  details: () => { cacheControl: string; userMetadata: UserMetadata | null };
};

/** Enough for 10 MB at half a megabit a second. Node alone would wait for five minutes. */
const UPLOAD_TIMEOUT_MS = 3 * 60_000;

/** Resolves when this many bytes may be received. */
export type InPace = (bytes: number) => Promise<void>;

// The extra bytes of a form: boundaries, and fields with cache time and metadata.
const MAX_FORM_OVERHEAD_BYTES = 64 * 1024;

/** Refuses by the headers before a byte is read, then by the bytes as they arrive. */
export async function incomingFile(
  request: Request,
  bucket: Bucket,
  { inPace, timeoutMs = UPLOAD_TIMEOUT_MS }: { inPace: InPace; timeoutMs?: number },
): Promise<IncomingFile> {
  const { headers, body } = request;
  if (!body) throw invalidRequest('No content provided');
  if (headers.has('content-encoding')) throw notSupported('An encoded body');
  const given = headers.get('content-type') ?? '';
  const isForm = /^multipart\/form-data\b/i.test(given);
  const maxBytes = bucket.maxBytes + (isForm ? MAX_FORM_OVERHEAD_BYTES : 0);
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const bytes = limited(chunksOf(body, AbortSignal.timeout(timeoutMs), inPace), maxBytes);
  if (isForm) return fileInForm(given, bytes, bucket);
  const metadata = headers.get('x-metadata');
  const details = {
    cacheControl: cacheControlFrom(headers.get('cache-control')),
    userMetadata: userMetadataIn(metadata === null ? undefined : Buffer.from(metadata, 'base64').toString()),
  };
  return { type: allowedType(given, bucket), bytes, details: () => details };
}

async function fileInForm(
  contentType: string,
  body: AsyncIterable<Uint8Array>,
  bucket: Bucket,
): Promise<IncomingFile> {
  const { type, bytes, fields } = await readForm(contentType, body);
  return {
    type: allowedType(type, bucket),
    bytes: limited(bytes, bucket.maxBytes),
    details: () => ({
      cacheControl: cacheControlFrom(fields.get('cacheControl')),
      userMetadata: userMetadataIn(fields.get('metadata')),
    }),
  };
}

/** Stops at the limit while streaming. */
async function* limited(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    yield chunk;
  }
  if (size === 0) throw invalidRequest('No content provided');
}

/** Locks the body for one chunk at a time, so that the rest of a refused upload can be drained. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  deadline: AbortSignal,
  inPace: InPace,
): AsyncGenerator<Uint8Array> {
  for (let next = await nextChunk(body, deadline); next; next = await nextChunk(body, deadline)) {
    await inPace(next.length);
    yield next;
  }
}

async function nextChunk(
  body: ReadableStream<Uint8Array>,
  deadline: AbortSignal,
): Promise<Uint8Array | undefined> {
  if (deadline.aborted) throw tooSlow();
  const reader = body.getReader();
  // Ends the wait for a chunk that doesn't arrive.
  const release = () => reader.releaseLock();
  deadline.addEventListener('abort', release);
  try {
    return (await reader.read()).value;
  } catch {
    throw deadline.aborted ? tooSlow() : invalidRequest('The upload was cut off');
  } finally {
    deadline.removeEventListener('abort', release);
    release();
  }
}

/** The maximum size of the upload, by its headers. */
export function bytesAhead(headers: Headers, { maxBytes }: Bucket): number {
  const announced = Number(headers.get('content-length') ?? maxBytes);
  return Math.min(announced, maxBytes);
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

/** A number of seconds, alone or as `max-age=…`. Anything else isn't cached. */
function cacheControlFrom(given: string | null | undefined): string {
  const seconds = /^(?:max-age=)?(\d{1,9})$/.exec(given ?? '')?.[1];
  return seconds === undefined ? 'no-cache' : `max-age=${seconds}`;
}

function userMetadataIn(text: string | undefined): UserMetadata | null {
  if (text === undefined) return null;
  if (Buffer.byteLength(text) > MAX_FIELD_BYTES) throw invalidRequest('The metadata is too long');
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
