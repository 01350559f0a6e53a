import type { Context } from 'hono';
import { onceClosed, outgoingOf } from '../../http/outgoing.ts';
import type { Bucket } from './buckets.ts';
import { contentDisposition } from './content-disposition.ts';
import type { StoredObject } from './objects.ts';
import { rangeIn } from './range.ts';
import { invalidRange, noSuchKey } from '../refusals.ts';
import type { Storage } from '../storage.ts';

// Nothing in a file runs or loads anything; a browser's own viewer may still show it.
const POLICY =
  "default-src 'none'; object-src 'self'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The bytes of an object that the caller was found to be allowed. */
export async function serveObject(
  { store, log }: Storage,
  context: Context,
  bucket: Bucket,
  object: StoredObject,
): Promise<Response> {
  const { eTag, size } = object.metadata;
  const headers = headersOf(context, bucket, object);
  if (isKnown(context.req.header('if-none-match'), eTag)) return new Response(null, { status: 304, headers });

  const range = isWhole(context, eTag) ? null : rangeIn(context.req.header('range'), size);
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
  return new Response(untilClosed(context, bytes), { status, headers });
}

/** Whoever leaves before the first byte is never read to; the file, or the connection to it, would stay open for ever. */
function untilClosed(context: Context, bytes: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  if (!outgoingOf(context)) return bytes; // asked from inside the server, which reads to the end
  const reader = bytes.getReader();
  let isOpen = true;
  return new ReadableStream({
    start: (controller) =>
      onceClosed(context, () => {
        if (isOpen) controller.close();
        isOpen = false;
        reader.cancel().catch(() => {}); // nobody is left to hear of it
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
    'Content-Disposition': contentDisposition(mimetype, object.name, context.req.query('download')),
    'Content-Security-Policy': POLICY,
    'Content-Type': mimetype,
    ETag: eTag,
    'Last-Modified': new Date(object.updated_at).toUTCString(),
  });
}

function isKnown(header: string | undefined, eTag: string): boolean {
  const known = header?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known?.some((one) => one === '*' || one === eTag) ?? false;
}

/** A part of what has changed since would not fit the client's other parts. */
function isWhole(context: Context, eTag: string): boolean {
  const ifRange = context.req.header('if-range');
  return context.req.method === 'HEAD' || (ifRange !== undefined && ifRange !== eTag);
}
