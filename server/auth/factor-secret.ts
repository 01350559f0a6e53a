import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Problem } from '../http/problem.ts';
import type { Keys } from './keys.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derived from the deployment's secret: the database alone is not enough to compute codes. */
const keyOf = (keys: Pick<Keys, 'hash'>) => keys.hash('factor secret', 'key 1');

/** The secret that an authenticator app shares with the server, as stored. */
export function sealSecret(keys: Pick<Keys, 'hash'>, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(keys), nonce);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

export function openSecret(keys: Pick<Keys, 'hash'>, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) throw sealedElsewhere();
  const decipher = createDecipheriv(CIPHER, keyOf(keys), nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  const secret = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8');
  try {
    return secret + decipher.final('utf8');
  } catch {
    throw sealedElsewhere();
  }
}

/** False for what was sealed with another server secret. */
export function canOpenSecret(keys: Pick<Keys, 'hash'>, sealed: string): boolean {
  try {
    openSecret(keys, sealed);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'factor_unreadable') return false;
    throw error;
  }
}

/** JWT_SECRET was changed, or a backup restored without it. */
const sealedElsewhere = () =>
  new Problem(
    500,
    'factor_unreadable',
    'This second factor was set up with another secret of the server. Please have it reset.',
  );
