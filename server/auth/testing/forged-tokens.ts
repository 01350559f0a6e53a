import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';

export type Forgery = { kind: string; token: string };

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const hmac = (hash: string, secret: string | Buffer, text: string) =>
  createHmac(hash, secret).update(text).digest('base64url');

/** 500 tokens that look like a patient's real one, or derive from its secret, and are worthless. */
export function forgedTokens(real: string, secret: string): Forgery[] {
  const [header, payload, signature] = real.split('.') as [string, string, string];
  const claims = decodeJwt(real);
  const known = decodeProtectedHeader(real);
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' });
  const signed = (given: object, head: object = known, hash = 'sha256', key: string | Buffer = secret) => {
    const text = `${encode(head)}.${encode(given)}`;
    return `${text}.${hmac(hash, key, text)}`;
  };
  const withoutClaim = (name: string) =>
    Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
  const kinds: Record<string, (n: number) => string> = {
    'no algorithm, no signature': (n) =>
      `${encode({ alg: ['none', 'None', 'NONE', 'nOnE'][n % 4], typ: 'JWT' })}.${encode({ ...claims, n })}.`,
    'no algorithm, the real signature': (n) =>
      `${encode({ alg: ['none', 'None', 'NONE', 'nOnE'][n % 4], n })}.${payload}.${signature}`,
    'another key': (n) => signed({ ...claims, n }, known, 'sha256', randomBytes(32)),
    'an edited role': (n) => `${header}.${encode({ ...claims, role: 'service_role', n })}.${signature}`,
    'an edited subject': () => `${header}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
    'an edited level': (n) =>
      `${header}.${encode({ ...claims, aal: 'aal2', amr: [{ method: 'totp', timestamp: n }] })}.${signature}`,
    expired: (n) => signed({ ...claims, exp: Math.floor(Date.now() / 1000) - n * n }),
    truncated: (n) => real.slice(0, real.length - 1 - n * 3),
    'a swapped header': (n) =>
      `${encode({ alg: ['HS384', 'HS512', 'RS256', 'ES256', 'EdDSA', 'hs256', ''][n % 7], n })}.${payload}.${signature}`,
    'our secret, another hash': (n) =>
      n % 2
        ? signed({ ...claims, n }, { alg: 'HS384', typ: 'JWT' }, 'sha384')
        : signed({ ...claims, n }, { alg: 'HS512', typ: 'JWT' }, 'sha512'),
    'a public key of their own': (n) => {
      const text = `${encode({ alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) })}.${encode({ ...claims, n })}`;
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
    'a public key as secret': (n) => signed({ ...claims, n }, known, 'sha256', publicPem),
    'our secret, a claim missing': (n) =>
      signed(withoutClaim(['exp', 'session_id', 'sub', 'aud', 'role'][n % 5]!)),
    'our secret, a role of the database': (n) =>
      signed({ ...claims, role: ['postgres', '', 7, null][n % 4], n }),
    'our secret, a session that never was': () => signed({ ...claims, session_id: crypto.randomUUID() }),
    'not a token': (n) => ['undefined', 'null', '..', '{}', randomBytes(20).toString('hex')][n % 5]! + n,
  };
  const entries = Object.entries(kinds);
  return Array.from({ length: 500 }, (_, at) => {
    const [kind, make] = entries[at % entries.length]!;
    return { kind, token: make(Math.floor(at / entries.length)) };
  });
}
