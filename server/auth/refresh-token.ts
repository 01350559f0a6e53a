import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from './keys.ts';

const BYTES = 16;

/** What the database keeps of a refresh token: 128 random bits, worth nothing without the server's secret. */
export const newNonce = () => randomBytes(BYTES).toString('base64url');

/** What the bearer holds: the nonce and its seal. It can be made again, so that every tab gets the same current one. */
export const refreshTokenOf = (keys: Keys, nonce: string) =>
  Buffer.concat([Buffer.from(nonce, 'base64url'), sealOf(keys, nonce)]).toString('base64url');

/** The nonce of a token that we made; nothing else gets as far as the database. */
export function nonceOf(keys: Keys, refreshToken: string): string | null {
  const bytes = Buffer.from(refreshToken, 'base64url');
  if (bytes.length !== 2 * BYTES) return null;
  const nonce = bytes.subarray(0, BYTES).toString('base64url');
  return timingSafeEqual(bytes.subarray(BYTES), sealOf(keys, nonce)) ? nonce : null;
}

const sealOf = (keys: Keys, nonce: string) => keys.hash('refresh token', nonce).subarray(0, BYTES);
