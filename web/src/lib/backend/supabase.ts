import type { GoTrueClient } from '@supabase/auth-js';
import { AppError } from './app-error.ts';
import { config } from './config.ts';
import { takeFirstVisitAnswer } from './first-visit-answers.ts';
import { forgetDevice } from './forget-device.ts';
import { importAgain } from './import-again.ts';
import { noteLeaving } from './keep-on-device.ts';
import { logFailure } from './log.ts';
import { isOffline } from './network.ts';
import { fetchOwnSession, type Owner } from './own-session.ts';
import { currentSession, loseUser, setUser } from './session.ts';
import { hasStoredSession, storageKey, storedSession, usableFor } from './stored-session.ts';
import { refusesToken } from './token-refusal.ts';

/** Written and cleared on manual sign-out, which other tabs cannot distinguish from an expired session. */
const SIGNED_OUT = 'bea-signed-out';
/** The claims of a session opened here by a code; not a credential. */
export const OPENED_HERE = 'bea-opened-here';

let client: Promise<GoTrueClient> | undefined;
let renewal: ReturnType<typeof setTimeout> | undefined;
let replacement: Promise<unknown> = Promise.resolve();
/** The user whose session is being replaced. */
let replacedFor: Owner | null = null;
let isLeaving = false;

/** The auth client, loaded when first needed; from then on its events are the session's. */
export function auth(): Promise<GoTrueClient> {
  client ??= createAuth().catch((error: unknown) => {
    client = undefined; // the next attempt may have a network
    throw error;
  });
  return client;
}

async function createAuth(): Promise<GoTrueClient> {
  const { AuthClient } = await import('@supabase/auth-js').catch(
    importAgain<typeof import('@supabase/auth-js')>,
  );
  const { supabaseUrl, supabaseAnonKey } = config();
  const before = storedSession()?.user ?? null;
  const created = new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: supabaseAnonKey, Authorization: `Bearer ${supabaseAnonKey}` },
    storageKey: storageKey(),
    persistSession: true,
    autoRefreshToken: true,
    // Otherwise the maker of a link would decide who is signed in: features/sign-in/open-link.ts asks first.
    detectSessionInUrl: false,
    fetch: fetchForAuth,
  });
  created.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_OUT' && !isLeaving) return loseUser(currentSession().user ?? before);
    // A session that could not be renewed because the server was unreachable still exists, and so does its
    // owner.
    const kept = event === 'INITIAL_SESSION' && !session ? storedSession() : null;
    setUser(session ? { id: session.user.id, email: session.user.email ?? '' } : (kept?.user ?? null));
  });
  return created;
}

const ENDS_SESSION = new Set([400, 401, 403]);

/** Only a refusal ends a session. The auth client would also end one on a 429. */
const fetchForAuth: typeof fetch = async (input, init) => {
  const url = input as string;
  const isVerify = url.endsWith('/v1/verify');
  const answer = await (replacedFor && isVerify ? fetchOwnSession(url, init, replacedFor) : fetch(url, init));
  // Before the auth client stores the session, so that every tab that hears of it finds this written.
  if (isVerify && answer.ok)
    localStorage.setItem(OPENED_HERE, (await answer.clone().json()).access_token?.split('.')[1]);
  const isRenewal = url.includes('grant_type=refresh_token');
  if (
    isRenewal ? answer.ok || ENDS_SESSION.has(answer.status) : answer.status < 500 || (await hasWords(answer))
  )
    return answer;
  return new Response(null, { status: 503 });
};

/** Without its own message the auth client would show its status line. */
async function hasWords(answer: Response): Promise<boolean> {
  const said = (await answer
    .clone()
    .json()
    .catch(() => null)) as { msg?: unknown; message?: unknown } | null;
  return Boolean(said?.msg ?? said?.message);
}

/**
 * Reads the stored session, and follows other tabs' sign-ins and sign-outs even before there is an auth
 * client.
 */
export function startSession(): void {
  readSession();
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey() && !client) readSession();
    if (key !== SIGNED_OUT) return;
    noteLeaving();
    sessionStorage.clear();
    // The other tab's auth client reports nothing if the server did not hear it.
    setUser(null);
  });
  window.addEventListener('online', readSession);
  // While the browser kept this page in memory, it reported nothing to it.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followStored();
  });
}

/** Another tab may have signed someone else in, or out, and this one has not heard of it. */
function followStored(): void {
  const shown = currentSession().user;
  if (shown && storedSession()?.user.id !== shown.id) setUser(null);
  readSession();
}

/** The auth client is a third of Home's code, so it is loaded only when a renewal is needed. */
function readSession(): void {
  clearTimeout(renewal);
  const stored = storedSession();
  const timeLeft = stored ? usableFor(stored) : 0;
  if (!hasStoredSession()) setUser(null);
  else if (stored && timeLeft > 0) {
    setUser(stored.user);
    renewal = setTimeout(openSession, timeLeft);
  } else void renewOrKeep();
}

/** Offline, an expired session cannot be renewed, but what is on the device can still be read. */
async function renewOrKeep(): Promise<void> {
  const offline = await isOffline();
  const stored = storedSession(); // another tab may have signed out in the meantime
  if (stored && offline) setUser(stored.user);
  else openSession();
}

function openSession(): void {
  auth().catch((error: unknown) => {
    logFailure('The session could not be read', error);
    setUser(null);
  });
}

/**
 * Ends the person's sessions on the server, if reachable, or only this browser's, and in every tab.
 * Half-filled forms, which survive an expired session, are removed too.
 */
export async function signOut(scope: 'global' | 'local' = 'global'): Promise<void> {
  await leave(scope);
  sessionStorage.clear();
  forgetDevice();
  localStorage.setItem(SIGNED_OUT, 'now');
  localStorage.removeItem(SIGNED_OUT);
}

/** For someone who has lost access. Unsent entries stay, as after an expired session. */
export const endSession = (): Promise<void> => leave('local');

async function leave(scope: 'global' | 'local'): Promise<void> {
  isLeaving = true;
  try {
    const { error } = await (await auth()).signOut({ scope });
    if (error) throw error;
  } catch (error) {
    logFailure('The server did not receive the sign-out', error);
  }
  isLeaving = false;
  localStorage.removeItem(storageKey());
  localStorage.removeItem(OPENED_HERE);
  setUser(null);
}

/** fetch with the public key alone. */
export const fetchAsAnyone: typeof fetch = (input, init) => send(input, init, null);

/** The person on this screen; before it is known who that is, the owner of the stored session. */
function requester(): string | undefined {
  const stored = storedSession()?.user.id;
  return stored && (currentSession().user?.id ?? stored);
}

/**
 * fetch with the public key, and as the person on the screen when signed in: never as the next one on this
 * device, even if this tab has not heard of them yet.
 */
export async function fetchAsUser(
  input: RequestInfo | URL,
  init?: RequestInit,
  owner = requester(),
): Promise<Response> {
  const token = await accessToken();
  if (storedSession()?.user.id !== owner) {
    if (storedSession()) followStored();
    throw new AppError('signed_out');
  }
  const response = await send(input, init, token);
  if (token === null || !(await refusesToken(response)) || storedSession()?.user.id !== owner)
    return response;
  await replacement;
  const renewed = newerToken(token) ?? (await renewToken(token));
  return renewed === null || storedSession()?.user.id !== owner ? response : send(input, init, renewed);
}

/** The token that replaced this one in the meantime, here or in another tab. */
function newerToken(token: string): string | null {
  const stored = storedSession();
  return stored && stored.token !== token ? stored.token : null;
}

/**
 * Does something that ends this user's session and starts their next one. A call refused in between waits
 * for it, and is repeated.
 */
export function replaceSession<T>(userId: string, work: (client: GoTrueClient) => Promise<T>): Promise<T> {
  const working = replaceAs(userId, work);
  replacement = working.catch(() => undefined); // anyone who asked for it hears of the failure
  return working;
}

async function replaceAs<T>(userId: string, work: (client: GoTrueClient) => Promise<T>): Promise<T> {
  const current = await auth();
  const token = await accessToken();
  replacedFor = { userId, token: storedSession()?.user.id === userId ? token : null };
  try {
    return await work(current);
  } finally {
    replacedFor = null;
  }
}

/**
 * For a refused token: this device's clock may be off, or the session was ended elsewhere. The auth client keeps an ended session
 * until its token expires.
 */
export async function renewToken(refused: string): Promise<string | null> {
  const current = await auth();
  const { data, error } = await current.refreshSession();
  if (data.session) return data.session.access_token;
  const stored = storedSession()?.token ?? null;
  if (stored !== refused) return stored; // another tab was faster, or signed out
  if (error && error.name !== 'AuthRetryableFetchError') await current.signOut({ scope: 'local' });
  return null;
}

/** The patient's token, renewed if it is about to expire; null if no one is signed in. */
export async function accessToken(): Promise<string | null> {
  if (!hasStoredSession()) return null;
  const stored = storedSession();
  const fresh = stored && usableFor(stored) > 0;
  // Offline a token cannot be renewed, and the call fails soon enough by itself.
  if (fresh || (stored && (await isOffline()))) return stored.token;
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
  const question = typeof input === 'string' && (init?.method ?? 'GET') === 'GET' ? input : null;
  // Patient data is never served from the browser's cache, where the next user of this device would find it
  // too.
  const cache: RequestInit = token === null ? {} : { cache: 'no-store' };
  const answered = question === null ? undefined : takeFirstVisitAnswer(question, headers);
  return answered ?? fetch(input, { ...cache, ...init, headers });
}
