import { config } from './config.ts';

/** The key supabase-js uses by default, so that a session outlives a change of client. */
export function storageKey(): string {
  return `sb-${new URL(config().supabaseUrl).hostname.split('.')[0]}-auth-token`;
}

/** Whether it is worth loading the auth client at all: most visits to the sign-in screen have nothing for it to do. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(storageKey()) !== null;
  } catch {
    return false; // storage is switched off in this browser
  }
}

export function addressCarriesSession(): boolean {
  return /[#&](access_token|error_description)=/.test(location.hash);
}
