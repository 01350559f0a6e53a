import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from './keys.ts';

const BYTES = 16;

/**
 * What the database stores of a refresh token: its session and 128 random bits, worth nothing without the
 * server's secret. It contains the session, so that a real token differs from an invented one even after
 * its row was deleted.
 */
export const newNonce = (sessionId: string) =>
  Buffer.concat([Buffer.from(sessionId.replaceAll('-', ''), 'hex'), randomBytes(BYTES)]).toString(
    'base64url',
  );

/** Null for an older nonce without a session: only 128 random bits. */
export function sessionIn(nonce: string): string | null {
  const hex = Buffer.from(nonce, 'base64url').toString('hex');
  if (hex.length !== 4 * BYTES) return null;
  return hex.slice(0, 2 * BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * What the bearer holds: the nonce and its seal. It can be recreated, so that every tab gets the same
 * current one.
 */
export const refreshTokenOf = (keys: Keys, nonce: string) =>
  Buffer.concat([Buffer.from(nonce, 'base64url'), sealOf(keys, nonce)]).toString('base64url');

/** The nonce of a token we created; nothing else reaches the database. */
export function nonceOf(keys: Keys, refreshToken: string): string | null {
  const bytes = Buffer.from(refreshToken, 'base64url');
  if (bytes.length !== 3 * BYTES && bytes.length !== 2 * BYTES) return null;
  const nonce = bytes.subarray(0, -BYTES).toString('base64url');
  return timingSafeEqual(bytes.subarray(-BYTES), sealOf(keys, nonce)) ? nonce : null;
}

const sealOf = (keys: Keys, nonce: string) => keys.hash('refresh token', nonce).subarray(0, BYTES);
