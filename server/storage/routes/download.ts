import type { Context } from 'hono';
import { visitor } from '../../database/shares.ts';
import { bucketOf } from './buckets.ts';
import { objectPathIn } from '../names.ts';
import { findObject, findPublicObject } from './objects.ts';
import { notSupported } from '../refusals.ts';
import { serveObject } from './serve-object.ts';
import type { Storage } from '../storage.ts';

export const download = (storage: Storage) => async (context: Context) => {
  const path = objectPathIn(context);
  if (context.req.query('versionId') !== undefined) throw notSupported('An earlier version');
  const caller = await storage.callerOf(context);
  const bucket = await bucketOf(storage.database, caller, path.bucket);
  const find = bucket.isPublic ? findPublicObject : findObject;
  return serveObject(storage, context, bucket, await find(storage.database, caller, path));
};

export const downloadPublic = (storage: Storage) => async (context: Context) => {
  const path = objectPathIn(context);
  const asker = visitor(storage.clientOf(context));
  const object = await findPublicObject(storage.database, asker, path);
  return serveObject(storage, context, await bucketOf(storage.database, asker, path.bucket), object);
};
