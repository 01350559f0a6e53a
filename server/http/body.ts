import type { Context, MiddlewareHandler } from 'hono';
import { readJson } from '../../supabase/functions/_shared/answer/json.ts';
import { isVisitor } from '../database/shares.ts';
import type { Services } from '../services.ts';
import { createTokenBuckets } from './token-bucket.ts';
import { Problem } from './problem.ts';

const KB = 1024;
const MAX_KB = 256;
/** Unidentified clients sign in, check an invitation and read. None of that needs a large body. */
const MAX_VISITOR_KB = 16;

/**
 * Reading 256 KB of JSON takes up to 30 ms of the one thread that serves everyone. This is the allowance per
 * second for a person, or for all unidentified clients of an address, each times RATE_LIMIT_SCALE. A hundred
 * sign-ins send 150 KB.
 */
const BYTES_PER_SECOND = 128 * KB;
const BYTES_AT_ONCE = 1024 * KB;
const VISITOR_BYTES_PER_SECOND = 32 * KB;
const VISITOR_BYTES_AT_ONCE = 256 * KB;

/** Limits bodies before any of them is read. Checking for a body takes time, and a GET has none. */
export function createBodyLimit({
  settings: { rateLimitScale },
}: Pick<Services, 'settings'>): MiddlewareHandler {
  // However small the scale, one body of maximum size fits.
  const buckets = (perSecond: number, burst: number, maxKb: number) =>
    createTokenBuckets(perSecond * rateLimitScale, Math.max(burst * rateLimitScale, maxKb * KB));
  const ofPerson = buckets(BYTES_PER_SECOND, BYTES_AT_ONCE, MAX_KB);
  const ofVisitor = buckets(VISITOR_BYTES_PER_SECOND, VISITOR_BYTES_AT_ONCE, MAX_VISITOR_KB);

  return async (context, next) => {
    if (context.req.method === 'GET' || context.req.method === 'HEAD') return next();
    const who = context.get('share') ?? null;
    const isOfVisitor = who !== null && isVisitor(who);
    const bytes = await measureBody(context, isOfVisitor ? MAX_VISITOR_KB : MAX_KB);
    if (bytes === 0 || who === null) return next();
    const wait = (isOfVisitor ? ofVisitor : ofPerson)(who, bytes);
    if (wait > 0) throw new Problem(429, 'over_request_rate_limit', 'Request rate limit reached', wait);
    return next();
  };
}

/** The body's length: as announced, which Node enforces, or as received, if chunked. */
async function measureBody(context: Context, maxKb: number): Promise<number> {
  const { raw } = context.req;
  const isChunked = raw.headers.has('transfer-encoding');
  const announced = isChunked ? 0 : Number(raw.headers.get('content-length') ?? 0);
  if (announced > maxKb * KB) throw tooLarge(maxKb);
  if (!isChunked || !raw.body) return announced;
  let bytes = 0;
  const chunks: Uint8Array[] = [];
  const reader = raw.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > maxKb * KB) throw tooLarge(maxKb);
    chunks.push(value);
  }
  context.req.raw = new Request(raw, {
    body: new Blob(chunks as BlobPart[]).stream(),
    duplex: 'half',
  } as RequestInit);
  return bytes;
}

const tooLarge = (maxKb: number) =>
  new Problem(413, 'payload_too_large', `The request body is larger than ${maxKb} KB.`);

/** The rest of a refused body would be read as the next request, so the connection closes with the answer. */
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
