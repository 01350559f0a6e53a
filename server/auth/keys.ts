import { createHmac, randomBytes } from 'node:crypto';
import { SignJWT, jwtVerify, type JWTPayload } from 'jose';
import { BadSettings } from '../settings/bad-settings.ts';
import type { Secrets } from '../settings/settings.ts';

/** Everything signed or hashed with the server's secret. */
export type Keys = {
  anonKey: string;
  serviceRoleKey: string;
  sign: (payload: JWTPayload) => Promise<string>;
  /** Throws unless we signed the token, with our algorithm, and it is still valid. */
  verify: (token: string) => Promise<JWTPayload>;
  /** A keyed hash: useless to someone who has the database but not the secret. */
  hash: (purpose: string, value: string) => Buffer;
};

export function createKeys({ jwtSecret, anonKey, serviceRoleKey }: Secrets): Keys {
  const secret = new TextEncoder().encode(jwtSecret);
  return {
    anonKey,
    serviceRoleKey,
    sign: (payload) => new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret),
    verify: async (token) => (await jwtVerify(token, secret, { algorithms: ['HS256'] })).payload,
    hash: (purpose, value) => createHmac('sha256', jwtSecret).update(`${purpose}\0${value}`).digest(),
  };
}

/** Fills in the secrets missing from the environment, in Supabase's form: two long-lived tokens. */
export async function completeSecrets(given: Partial<Secrets>): Promise<Secrets> {
  const jwtSecret = given.jwtSecret ?? randomBytes(48).toString('base64url');
  const key = (role: string) => {
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: 'bea-portal', role, iat: now, exp: now + 10 * 365 * 86_400 };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(new TextEncoder().encode(jwtSecret));
  };
  return {
    jwtSecret,
    anonKey: given.anonKey ?? (await key('anon')),
    serviceRoleKey: given.serviceRoleKey ?? (await key('service_role')),
  };
}

/** Both keys must be ours, each for its own role: a key of another project would lock every patient out. */
export async function keyProblems(
  keys: Pick<Keys, 'anonKey' | 'serviceRoleKey' | 'verify'>,
): Promise<string[]> {
  const roleIn = async (key: string) => (await keys.verify(key).catch(() => null))?.['role'] ?? null;
  const [anon, service] = [await roleIn(keys.anonKey), await roleIn(keys.serviceRoleKey)];
  if (anon === null && service === null) {
    return [
      'JWT_SECRET is not the secret that signed SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY. `npm run keys` makes all three together.',
    ];
  }
  if (anon === 'service_role' && service === 'anon') {
    return ['SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY are swapped.'];
  }
  return [
    ...(anon === 'anon' ? [] : [notFor('SUPABASE_ANON_KEY', 'anon')]),
    ...(service === 'service_role' ? [] : [notFor('SUPABASE_SERVICE_ROLE_KEY', 'service_role')]),
  ];
}

const notFor = (name: string, role: string) =>
  `${name} is not a token with the role "${role}" signed with JWT_SECRET. \`npm run keys\` makes a set.`;

export async function checkKeys(keys: Keys): Promise<void> {
  const problems = await keyProblems(keys);
  if (problems.length > 0) throw new BadSettings(problems.join('\n'));
}
