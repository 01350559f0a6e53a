import type { Context } from 'hono';
import { onceClosed, outgoingOf } from '../../http/outgoing.ts';
import type { Bucket } from './buckets.ts';
import { contentDisposition } from './content-disposition.ts';
import type { StoredObject } from './objects.ts';
import { rangeIn } from './range.ts';
import { invalidRange, noSuchKey } from '../refusals.ts';
import type { Storage } from '../storage.ts';

// A file may not run or load anything; the browser's own PDF and image viewers still work.
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; object-src 'self'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sends an object that the caller may read. Answers If-None-Match, Range and HEAD. */
export async function serveObject(
  { store, log }: Storage,
  context: Context,
  bucket: Bucket,
  object: StoredObject,
): Promise<Response> {
  const { eTag, size } = object.metadata;
  const headers = headersOf(context, bucket, object);
  if (matchesETag(context.req.header('if-none-match'), eTag))
    return new Response(null, { status: 304, headers });

  const range = ignoresRange(context, eTag) ? null : rangeIn(context.req.header('range'), size);
  if (range === 'unsatisfiable') {
    context.header('Content-Range', `bytes */${size}`);
    throw invalidRange();
  }
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : size));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  if (context.req.method === 'HEAD') return new Response(null, { status, headers });

  const bytes = await store.get(object.version, range ?? undefined);
  if (!bytes) {
    log('file is missing from the store');
    throw noSuchKey();
  }
  return new Response(cancelOnDisconnect(context, bytes), { status, headers });
}

/**
 * A response whose client left before its first byte is never read. Without this, its file would stay open
 * forever.
 */
function cancelOnDisconnect(context: Context, bytes: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  if (!outgoingOf(context)) return bytes; // an internal request, which reads to the end
  const reader = bytes.getReader();
  let isOpen = true;
  return new ReadableStream({
    start: (controller) =>
      onceClosed(context, () => {
        if (isOpen) controller.close();
        isOpen = false;
        reader.cancel().catch(() => {}); // there is no client left to tell
      }),
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (!isOpen) return;
      if (!done) return controller.enqueue(value);
      isOpen = false;
      controller.close();
    },
    cancel: async (reason) => {
      isOpen = false;
      await reader.cancel(reason);
    },
  });
}

function headersOf(context: Context, { isPublic }: Bucket, object: StoredObject): Headers {
  const { eTag, mimetype, cacheControl } = object.metadata;
  return new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': isPublic ? `public, ${cacheControl}` : 'private, no-store',
    'Content-Disposition': contentDisposition(
      { mimetype, name: object.name },
      { isPublic, download: context.req.query('download') },
    ),
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Content-Type': mimetype,
    ETag: eTag,
    'Last-Modified': new Date(object.updated_at).toUTCString(),
  });
}

function matchesETag(header: string | undefined, eTag: string): boolean {
  const known = header?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known?.some((one) => one === '*' || one === eTag) ?? false;
}

/**
 * HEAD has no range. A file that has changed since (If-Range) is sent whole, because the client's other parts
 * are outdated.
 */
function ignoresRange(context: Context, eTag: string): boolean {
  const ifRange = context.req.header('if-range');
  return context.req.method === 'HEAD' || (ifRange !== undefined && ifRange !== eTag);
}
