import type { Context } from 'hono';
import * as z from 'zod';
import type { Caller } from '../../database/query-types.ts';
import { bucketOf } from './buckets.ts';
import { jsonRequest } from './json-request.ts';
import { checkedBucket, isName, objectPathIn, UncheckedName, type ObjectPath } from '../names.ts';
import { findObject } from './objects.ts';
import { invalidToken, noSuchKey, notSupported, wrongPath } from '../refusals.ts';
import { serveObject } from './serve-object.ts';
import { SERVICE, type Storage } from '../storage.ts';

const Seconds = z.int().min(1).max(2_147_483_647);
export const SignOneRequest = z.object({
  expiresIn: Seconds,
  transform: z.unknown().optional(),
  versionId: z.unknown().optional(),
});
export const SignManyRequest = z.object({
  expiresIn: Seconds,
  paths: z.array(UncheckedName).min(1).max(1000),
});

// The role is nested in `maker`: as a claim at the top it would make the link's token a credential.
const Maker = z.object({ role: z.literal('service_role'), session: z.string().nullable() });
const Link = z.object({ url: z.string(), exp: z.number(), maker: Maker });

/**
 * A link opens until it expires for anyone who has it, so only the service may create one. Others get the
 * answer for a missing object, as from the policy on Supabase.
 */
const maySign = ({ role }: Caller) => role === 'service_role';

export const signOne = (storage: Storage) => async (context: Context) => {
  const path = objectPathIn(context);
  const caller = await storage.callerOf(context);
  const { expiresIn, transform, versionId } = await jsonRequest(context, SignOneRequest);
  if (transform !== undefined) throw notSupported('A transformed image');
  if (versionId !== undefined) throw notSupported('An earlier version');
  await findObject(storage.database, caller, path);
  if (!maySign(caller)) throw noSuchKey();
  return context.json({ signedURL: await signedPath(storage, caller, path, expiresIn) });
};

export const signMany = (storage: Storage) => async (context: Context) => {
  const caller = await storage.callerOf(context);
  const bucket = checkedBucket(context.req.param('bucket') ?? '');
  const { expiresIn, paths } = await jsonRequest(context, SignManyRequest);
  const statement = {
    text: 'select name from storage.objects where bucket_id = $1 and name = any($2)',
    values: [bucket, paths.filter(isName)],
  };
  const { rows } = await storage.database.asCaller(caller, statement, { readOnly: true });
  const seen = new Set(maySign(caller) ? rows.map((row) => row['name']) : []);
  const signed = paths.map(async (path) =>
    seen.has(path)
      ? {
          error: null,
          path,
          signedURL: await signedPath(storage, caller, { bucket, name: path }, expiresIn),
        }
      : { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null },
  );
  return context.json(await Promise.all(signed));
};

async function signedPath(
  { keys, now }: Storage,
  { sessionId }: Caller,
  { bucket, name }: ObjectPath,
  expiresIn: number,
): Promise<string> {
  const url = `${bucket}/${name}`;
  const maker: z.infer<typeof Maker> = { role: 'service_role', session: sessionId };
  const iat = Math.floor(now().getTime() / 1000);
  // Not percent-encoded, because the client does that.
  return `/object/sign/${url}?token=${await keys.sign({ url, maker, iat, exp: iat + expiresIn })}`;
}

/** A link created in a session ends with it. */
export const downloadSigned = (storage: Storage) => async (context: Context) => {
  const path = objectPathIn(context);
  const payload = await storage.keys.verify(context.req.query('token') ?? '').catch(() => {
    throw invalidToken();
  });
  const link = Link.safeParse(payload);
  if (!link.success || link.data.exp * 1000 <= storage.now().getTime()) throw invalidToken();
  if (link.data.url !== `${path.bucket}/${path.name}`) throw wrongPath();
  const maker: Caller = {
    ...SERVICE,
    sessionId: link.data.maker.session,
    client: storage.clientOf(context),
  };
  const object = await findObject(storage.database, maker, path);
  return serveObject(storage, context, await bucketOf(storage.database, maker, path.bucket), object);
};
