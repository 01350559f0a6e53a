import type { Context } from 'hono';
import * as z from 'zod';
import { bucketOf } from './buckets.ts';
import { jsonRequest } from './json-request.ts';
import { checkedBucket, checkedName, SentName } from '../names.ts';
import { findObject } from './objects.ts';
import { noSuchKey, notSupported } from '../refusals.ts';
import { mayWrite, saveObject } from '../save-object.ts';
import type { Storage } from '../storage.ts';

export const MoveRequest = z.object({
  bucketId: SentName,
  sourceKey: SentName,
  destinationKey: SentName,
  destinationBucket: SentName.nullish(),
  sourceVersionId: z.unknown().optional(),
  copyMetadata: z.boolean().default(true),
});

/** Only the name changes: the bytes are known by their version. */
export const move = (storage: Storage) => async (context: Context) => {
  const caller = await storage.callerOf(context);
  const { bucket, from, to } = await errandIn(context);
  const { rowCount } = await storage.database.asCaller(caller, {
    text: 'update storage.objects set name = $3, updated_at = now() where bucket_id = $1 and name = $2',
    values: [bucket, from, to],
  });
  if (rowCount === 0) throw noSuchKey();
  return context.json({ message: 'Successfully moved' });
};

/** A new object with bytes of its own, by the same way as an upload. */
export const copy = (storage: Storage) => async (context: Context) => {
  const caller = await storage.callerOf(context);
  const { bucket, from, to } = await errandIn(context);
  await bucketOf(storage.database, caller, bucket);
  const source = await findObject(storage.database, caller, { bucket, name: from });
  const place = { bucket, name: to };
  const writing = context.req.header('x-upsert') === 'true' ? ('upsert' as const) : ('new' as const);
  const target = { caller, place, writing };
  await mayWrite(storage, target);
  const bytes = await storage.store.get(source.version);
  if (!bytes) throw noSuchKey();
  const id = await saveObject(storage, target, {
    type: source.metadata.mimetype,
    cacheControl: source.metadata.cacheControl,
    userMetadata: source.user_metadata,
    bytes,
  });
  return context.json({ Id: id, Key: `${bucket}/${to}` });
};

async function errandIn(context: Context): Promise<{ bucket: string; from: string; to: string }> {
  const errand = await jsonRequest(context, MoveRequest);
  const bucket = checkedBucket(errand.bucketId);
  // Each bucket has its own limits and types, which its uploads were checked against.
  if ((errand.destinationBucket ?? bucket) !== bucket) throw notSupported('Another bucket');
  if (errand.sourceVersionId !== undefined) throw notSupported('An earlier version');
  if (!errand.copyMetadata) throw notSupported('Changed metadata');
  return { bucket, from: checkedName(errand.sourceKey), to: checkedName(errand.destinationKey) };
}
