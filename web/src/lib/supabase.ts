import type { GoTrueClient } from '@supabase/auth-js';
import { config } from './config.ts';
import { logFailure } from './log.ts';
import { setUser } from './session.ts';
import { addressCarriesSession, hasStoredSession, storageKey } from './stored-session.ts';

/** Written and wiped when somebody signs out by hand, which other tabs cannot tell from a session that ran out. */
const SIGNED_OUT = 'bea-signed-out';

let client: Promise<GoTrueClient> | undefined;

/** The auth client, loaded when first needed; from then on its events are the session's. */
export function auth(): Promise<GoTrueClient> {
  client ??= createAuth().catch((error: unknown) => {
    client = undefined; // the next attempt may have a network
    throw error;
  });
  return client;
}

async function createAuth(): Promise<GoTrueClient> {
  const { AuthClient } = await import('@supabase/auth-js');
  const { supabaseUrl, supabaseAnonKey } = config();
  const created = new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: supabaseAnonKey, Authorization: `Bearer ${supabaseAnonKey}` },
    storageKey: storageKey(),
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    flowType: 'implicit',
  });
  created.onAuthStateChange((_, session) => {
    setUser(session && { id: session.user.id, email: session.user.email ?? '' });
  });
  return created;
}

/** Reads the stored session once, and follows sign-ins of other tabs even before this tab has an auth client. */
export function startSession(): void {
  if (hasStoredSession() || addressCarriesSession()) openSession();
  else setUser(null);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey() && newValue) openSession();
    if (key === SIGNED_OUT) sessionStorage.clear();
  });
}

function openSession(): void {
  auth().catch((error: unknown) => {
    logFailure('The session could not be read', error);
    setUser(null);
  });
}

/** Ends the session on the server and in every tab. Half-filled forms, which outlive a session that ran out, go too. */
export async function signOut(): Promise<void> {
  const { error } = await (await auth()).signOut();
  if (error) logFailure('The server did not hear the sign-out', error);
  sessionStorage.clear();
  localStorage.setItem(SIGNED_OUT, 'now');
  localStorage.removeItem(SIGNED_OUT);
}

/** fetch with the public key, and as the patient when somebody is signed in. */
export const fetchAsUser: typeof fetch = async (input, init) => {
  const token = await accessToken();
  const response = await send(input, init, token);
  if (response.status !== 401 || token === null) return response;
  const renewed = await renewToken();
  return renewed === null ? response : send(input, init, renewed);
};

/** For a token that was refused: this device's clock may be off, or the session was ended elsewhere and is over here too. */
async function renewToken(): Promise<string | null> {
  const current = await auth();
  const { data, error } = await current.refreshSession();
  if (data.session) return data.session.access_token;
  if (error && error.name !== 'AuthRetryableFetchError') await current.signOut({ scope: 'local' });
  return null;
}

async function accessToken(): Promise<string | null> {
  if (!hasStoredSession()) return null;
  const { data } = await (await auth()).getSession();
  return data.session?.access_token ?? null;
}

function send(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  token: string | null,
): Promise<Response> {
  const key = config().supabaseAnonKey;
  const headers = new Headers(init?.headers);
  headers.set('apikey', key);
  headers.set('Authorization', `Bearer ${token ?? key}`);
  return fetch(input, { ...init, headers });
}
