import type { Context } from 'hono';
import { bucketOf } from './buckets.ts';
import { incomingFile } from './incoming-file.ts';
import { placeIn } from '../names.ts';
import type { Writing } from './objects.ts';
import { mayWrite, saveObject } from '../save-object.ts';
import type { Storage } from '../storage.ts';

const MAX_DROPPED_BYTES = 64 * 1024 * 1024;
const LONGEST_TO_LISTEN = 5_000;

export const upload = (storage: Storage) => (context: Context) =>
  save(storage, context, context.req.header('x-upsert') === 'true' ? 'upsert' : 'new');

export const update = (storage: Storage) => (context: Context) => save(storage, context, 'replace');

async function save(storage: Storage, context: Context, writing: Writing): Promise<Response> {
  const request = context.req.raw;
  try {
    const place = placeIn(context);
    const caller = await storage.callerOf(context);
    const bucket = await bucketOf(storage.database, caller, place.bucket);
    const target = { caller, place, writing };
    await mayWrite(storage, target);
    const id = await saveObject(storage, target, await incomingFile(request, bucket));
    return context.json({ Id: id, Key: `${place.bucket}/${place.name}` });
  } catch (error) {
    await drainBody(request.body);
    throw error;
  }
}

/** A client that is still sending does not listen: what is left of a refused upload is dropped, within reason. */
async function drainBody(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return;
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), LONGEST_TO_LISTEN);
  try {
    for (let dropped = 0; dropped <= MAX_DROPPED_BYTES;) {
      const { done, value } = await reader.read();
      if (done) return;
      dropped += value.length;
    }
  } catch {
    // Gone: there is nobody left to answer.
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}
