import type { Context } from 'hono';
import * as z from 'zod';
import type { Row } from '../../database/query-types.ts';
import { jsonRequest } from './json-request.ts';
import { discardFiles } from '../orphaned-files.ts';
import { checkedBucket, checkedName, UncheckedName } from '../names.ts';
import type { Storage } from '../storage.ts';

export const RemoveRequest = z.object({ prefixes: z.array(UncheckedName).min(1).max(1000) });

/** Deletes the rows that the policies let the caller delete, then their files. Returns those rows. */
export const remove = (storage: Storage) => async (context: Context) => {
  const caller = await storage.callerOf(context);
  const bucket = checkedBucket(context.req.param('bucket') ?? '');
  const { prefixes } = await jsonRequest(context, RemoveRequest);
  const text = 'delete from storage.objects where bucket_id = $1 and name = any($2) returning *';
  const { rows } = await storage.database.asCaller(caller, {
    text,
    values: [bucket, prefixes.map(checkedName)],
  });
  await discardFiles(
    storage,
    caller,
    rows.map((row) => row['version'] as string),
  );
  return context.json(rows.map(removedAnswer));
};

const removedAnswer = (row: Row) => ({
  ...row,
  created_at: new Date(row['created_at'] as string).toISOString(),
  updated_at: new Date(row['updated_at'] as string).toISOString(),
  last_accessed_at: new Date(row['last_accessed_at'] as string).toISOString(),
});
