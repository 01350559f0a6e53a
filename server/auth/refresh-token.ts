import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from './keys.ts';

const BYTES = 16;

/**
 * What the database keeps of a refresh token: its session and 128 random bits, worth nothing without the server's secret.
 * The session is in it so that a token can be told from one that was made up after its own row is gone.
 */
export const newNonce = (sessionId: string) =>
  Buffer.concat([Buffer.from(sessionId.replaceAll('-', ''), 'hex'), randomBytes(BYTES)]).toString(
    'base64url',
  );

/** Null for a nonce from before they named their session: 128 random bits alone. */
export function sessionIn(nonce: string): string | null {
  const hex = Buffer.from(nonce, 'base64url').toString('hex');
  if (hex.length !== 4 * BYTES) return null;
  return hex.slice(0, 2 * BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** What the bearer holds: the nonce and its seal. It can be made again, so that every tab gets the same current one. */
export const refreshTokenOf = (keys: Keys, nonce: string) =>
  Buffer.concat([Buffer.from(nonce, 'base64url'), sealOf(keys, nonce)]).toString('base64url');

/** The nonce of a token that we made; nothing else gets as far as the database. */
export function nonceOf(keys: Keys, refreshToken: string): string | null {
  const bytes = Buffer.from(refreshToken, 'base64url');
  if (bytes.length !== 3 * BYTES && bytes.length !== 2 * BYTES) return null;
  const nonce = bytes.subarray(0, -BYTES).toString('base64url');
  return timingSafeEqual(bytes.subarray(-BYTES), sealOf(keys, nonce)) ? nonce : null;
}

const sealOf = (keys: Keys, nonce: string) => keys.hash('refresh token', nonce).subarray(0, BYTES);
