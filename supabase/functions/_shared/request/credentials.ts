import { isOpaqueKey } from './project-keys.ts';

type Lookup<Caller> = {
  /** Returns the key's role, or throws if it isn't valid. */
  byKey: (key: string) => Promise<Caller>;
  /** Returns the owner of the token or key, or throws if it isn't valid. */
  byBearer: (bearer: string) => Promise<Caller>;
  refusal: (code: 'no_authorization' | 'bad_jwt', message: string) => Error;
};

/**
 * Who calls, in every deployment: `apikey` holds a key, the bearer a person's token or a key, and the bearer decides.
 * A request without either, or with a bad one, is refused, never taken as anonymous.
 */
export async function callerFrom<Caller>(
  headers: Pick<Headers, 'get'>,
  { byKey, byBearer, refusal }: Lookup<Caller>,
): Promise<Caller> {
  const [apikey, authorization] = [headers.get('apikey'), headers.get('authorization')];
  if (apikey === null && authorization === null)
    throw refusal('no_authorization', 'No API key found in request');
  // Checks both, so that a good bearer doesn't let a bad key through.
  const holder = apikey === null ? null : await byKey(apikey);
  if (authorization === null) return holder!;
  const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization)?.[1];
  if (!bearer) throw refusal('bad_jwt', 'Malformed Authorization header');
  if (holder !== null && bearer === apikey) return holder;
  // Same error as Supabase's gateway.
  if (holder !== null && isOpaqueKey(bearer)) throw refusal('bad_jwt', 'Invalid credential');
  return byBearer(bearer);
}

/** The caller's headers, or the public key's if they have none and the function needs none. */
export const orPublicKey = (
  headers: Headers,
  { takesNoCredential = false }: { takesNoCredential?: boolean },
  publicKey: string,
): Headers =>
  takesNoCredential && !headers.has('apikey') && !headers.has('authorization')
    ? new Headers({ ...Object.fromEntries(headers), apikey: publicKey })
    : headers;
