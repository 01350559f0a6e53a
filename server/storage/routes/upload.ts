import type { Context } from 'hono';
import { bucketOf } from './buckets.ts';
import { bytesAhead, incomingFile, type InPace } from './incoming-file.ts';
import type { OpenUpload } from './open-uploads.ts';
import type { Pace } from './pace.ts';
import { freeBytes } from '../../http/free-bytes.ts';
import { objectPathIn } from '../names.ts';
import type { WriteMode } from './objects.ts';
import { assertMayWrite, saveObject } from '../save-object.ts';
import type { Storage } from '../storage.ts';

const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const DRAIN_TIMEOUT_MS = 5_000;
/** Dropped bytes are neither hashed nor written. */
const KEPT_PER_DROPPED = 3;

type Uploading = Storage & { openUpload: OpenUpload; pace: Pace };

export const upload = (storage: Uploading) => (context: Context) =>
  save(storage, context, context.req.header('x-upsert') === 'true' ? 'upsert' : 'insert');

export const update = (storage: Uploading) => (context: Context) => save(storage, context, 'update');

async function save(storage: Uploading, context: Context, mode: WriteMode): Promise<Response> {
  const request = context.req.raw;
  const who = context.get('share');
  const inPace: InPace = async (bytes) => {
    if (who !== undefined) await storage.pace(who, bytes);
  };
  let close: (() => void) | undefined;
  try {
    const path = objectPathIn(context);
    const caller = await storage.callerOf(context);
    const bucket = await bucketOf(storage.database, caller, path.bucket);
    close = storage.openUpload(caller, bytesAhead(request.headers, bucket));
    const target = { caller, path, mode };
    await assertMayWrite(storage, target);
    const id = await saveObject(storage, target, await incomingFile(request, bucket, { inPace }));
    return context.json({ Id: id, Key: `${path.bucket}/${path.name}` });
  } catch (error) {
    await drainBody(request.body, inPace);
    throw error;
  } finally {
    close?.();
  }
}

/**
 * A client that is still sending doesn't read the answer, so the rest of a refused upload is read and
 * dropped, up to a limit.
 */
async function drainBody(body: ReadableStream<Uint8Array> | null, inPace: InPace): Promise<void> {
  if (!body || body.locked) return;
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DRAIN_TIMEOUT_MS);
  try {
    for (let drained = 0; drained <= MAX_DRAINED_BYTES;) {
      const { done, value } = await reader.read();
      if (done) return;
      drained += value.length;
      const bytes = value.length;
      freeBytes(value);
      await inPace(bytes / KEPT_PER_DROPPED);
    }
  } catch {
    // The client is gone, so there is no one left to answer.
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}
