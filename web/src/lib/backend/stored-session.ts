import { config } from './config.ts';
import type { SignedInUser } from './session.ts';

export type StoredSession = { token: string; expiresAt: number; user: SignedInUser };

/** The auth client renews a token in its last 90 seconds; until then we can do without it. */
const RENEWAL_MARGIN_MS = 90_000;

/** supabase-js's default key, so that a session survives a change of client. */
export const storageKeyOf = (server: string): string =>
  `sb-${new URL(server).hostname.split('.')[0]}-auth-token`;

export const storageKey = (): string => storageKeyOf(config().supabaseUrl);

/** Whether to load the auth client at all: most visits to the sign-in screen do not need it. */
export const hasStoredSession = (): boolean => readStored(storageKey()) !== null;

/** The session as the auth client stored it; null if there is none, or an unreadable one. */
export const storedSession = (): StoredSession | null => sessionUnder(storageKey());

export function sessionUnder(key: string): StoredSession | null {
  try {
    const { access_token: token, expires_at: seconds, user } = JSON.parse(readStored(key) ?? 'null');
    if (typeof token !== 'string' || typeof seconds !== 'number' || typeof user?.id !== 'string') return null;
    return { token, expiresAt: seconds * 1000, user: { id: user.id, email: String(user.email ?? '') } };
  } catch {
    return null;
  }
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is switched off in this browser
  }
}

/** How long its token is still valid; zero or less if it must be renewed first. */
export const usableFor = ({ expiresAt }: StoredSession): number => expiresAt - RENEWAL_MARGIN_MS - Date.now();
