import { config } from './config.ts';
import type { SignedInUser } from './session.ts';

/** The key supabase-js uses by default, so that a session outlives a change of client. */
export function storageKey(): string {
  return `sb-${new URL(config().supabaseUrl).hostname.split('.')[0]}-auth-token`;
}

/** Whether it is worth loading the auth client at all: most visits to the sign-in screen have nothing for it to do. */
export const hasStoredSession = (): boolean => readStored() !== null;

export type StoredSession = { token: string; expiresAt: number; user: SignedInUser };

/** The session as the auth client left it; null if there is none, or none that we can read. */
export function storedSession(): StoredSession | null {
  try {
    const { access_token: token, expires_at: seconds, user } = JSON.parse(readStored() ?? 'null');
    if (typeof token !== 'string' || typeof seconds !== 'number' || typeof user?.id !== 'string') return null;
    return { token, expiresAt: seconds * 1000, user: { id: user.id, email: String(user.email ?? '') } };
  } catch {
    return null;
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey());
  } catch {
    return null; // storage is switched off in this browser
  }
}
