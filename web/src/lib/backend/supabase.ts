import type { GoTrueClient } from '@supabase/auth-js';
import { AppError } from './app-error.ts';
import { config } from './config.ts';
import { takeFirstVisitAnswer } from './first-visit-answers.ts';
import { forgetDevice } from './forget-device.ts';
import { importAgain } from './import-again.ts';
import { logFailure } from './log.ts';
import { isOffline } from './network.ts';
import { fetchOwnSession, type Owner } from './own-session.ts';
import { currentSession, loseUser, setUser } from './session.ts';
import { hasStoredSession, storageKey, storedSession, usableFor } from './stored-session.ts';
import { refusesToken } from './token-refusal.ts';

/** Written and wiped when somebody signs out by hand, which other tabs cannot tell from a session that ran out. */
const SIGNED_OUT = 'bea-signed-out';
/** What the token of the session says that a code opened here: its claims, which are no credential. */
export const OPENED_HERE = 'bea-opened-here';

let client: Promise<GoTrueClient> | undefined;
let renewal: ReturnType<typeof setTimeout> | undefined;
let replacement: Promise<unknown> = Promise.resolve();
/** Whose session is being replaced. */
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
    // Whoever makes a link would decide who is signed in: features/sign-in/open-link.ts asks first.
    detectSessionInUrl: false,
    fetch: fetchForAuth,
  });
  created.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_OUT' && !isLeaving) return loseUser(currentSession().user ?? before);
    // A session that could not be renewed because the server was out of reach is still there, and so is its owner.
    const kept = event === 'INITIAL_SESSION' && !session ? storedSession() : null;
    setUser(session ? { id: session.user.id, email: session.user.email ?? '' } : (kept?.user ?? null));
  });
  return created;
}

const ENDS_SESSION = new Set([400, 401, 403]);

/** Only a refusal ends a session. The auth client would end one as well when it is told to come back later, with 429. */
const fetchForAuth: typeof fetch = async (input, init) => {
  const url = input as string;
  const isVerify = url.endsWith('/v1/verify');
  const answer = await (replacedFor && isVerify ? fetchOwnSession(url, init, replacedFor) : fetch(url, init));
  // Before the auth client takes the session, so that every tab that hears of it finds this written.
  if (isVerify && answer.ok)
    localStorage.setItem(OPENED_HERE, (await answer.clone().json()).access_token?.split('.')[1]);
  const isRenewal = url.includes('grant_type=refresh_token');
  if (
    isRenewal ? answer.ok || ENDS_SESSION.has(answer.status) : answer.status < 500 || (await hasWords(answer))
  )
    return answer;
  return new Response(null, { status: 503 });
};

/** Without words of its own the auth client would tell its status line. */
async function hasWords(answer: Response): Promise<boolean> {
  const said = (await answer
    .clone()
    .json()
    .catch(() => null)) as { msg?: unknown; message?: unknown } | null;
  return Boolean(said?.msg ?? said?.message);
}

/** Reads the stored session, and follows the sign-ins and sign-outs of other tabs even before there is an auth client. */
export function startSession(): void {
  readSession();
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey() && !client) readSession();
    if (key !== SIGNED_OUT) return;
    sessionStorage.clear();
    // The other tab's auth client says nothing where the server did not hear it.
    setUser(null);
  });
  window.addEventListener('online', readSession);
}

/** The auth client is a third of Home's code, so it is loaded when there is something to renew, not to begin with. */
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

/** Without a network a session that ran out cannot be renewed, and what is on the device can be read all the same. */
async function renewOrKeep(): Promise<void> {
  const offline = await isOffline();
  const stored = storedSession(); // another tab may have signed out meanwhile
  if (stored && offline) setUser(stored.user);
  else openSession();
}

function openSession(): void {
  auth().catch((error: unknown) => {
    logFailure('The session could not be read', error);
    setUser(null);
  });
}

/** Ends the session on the server, if it can be reached, and in every tab. Half-filled forms, which outlive a session that ran out, go too. */
export async function signOut(): Promise<void> {
  await leave('global');
  sessionStorage.clear();
  forgetDevice();
  localStorage.setItem(SIGNED_OUT, 'now');
  localStorage.removeItem(SIGNED_OUT);
}

/** For somebody who has no access any more. What they wrote and could not send stays, as after a session that ran out. */
export const endSession = (): Promise<void> => leave('local');

async function leave(scope: 'global' | 'local'): Promise<void> {
  isLeaving = true;
  try {
    const { error } = await (await auth()).signOut({ scope });
    if (error) throw error;
  } catch (error) {
    logFailure('The server did not hear the sign-out', error);
  }
  isLeaving = false;
  localStorage.removeItem(storageKey());
  localStorage.removeItem(OPENED_HERE);
  setUser(null);
}

/** fetch with the public key alone. */
export const fetchAsAnyone: typeof fetch = (input, init) => send(input, init, null);

/**
 * fetch with the public key, and as the patient when somebody is signed in: whoever that was when it was asked, and never
 * as the next one on this device.
 */
export async function fetchAsUser(
  input: RequestInfo | URL,
  init?: RequestInit,
  owner = storedSession()?.user.id,
): Promise<Response> {
  const token = await accessToken();
  if (storedSession()?.user.id !== owner) throw new AppError('signed_out');
  const response = await send(input, init, token);
  if (token === null || !(await refusesToken(response)) || storedSession()?.user.id !== owner)
    return response;
  await replacement;
  const renewed = newerToken(token) ?? (await renewToken(token));
  return renewed === null || storedSession()?.user.id !== owner ? response : send(input, init, renewed);
}

/** The token that came in the place of this one meanwhile, here or in another tab. */
function newerToken(token: string): string | null {
  const stored = storedSession();
  return stored && stored.token !== token ? stored.token : null;
}

/**
 * Does what ends this user's session and brings their next one, and nobody else's. A call that is refused in between waits
 * for it, and is made again.
 */
export function replaceSession<T>(userId: string, work: (client: GoTrueClient) => Promise<T>): Promise<T> {
  const working = replaceAs(userId, work);
  replacement = working.catch(() => undefined); // whoever asked for it hears of the failure
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

/** For a token that was refused: this device's clock may be off, or the session was ended elsewhere and is over here too. */
async function renewToken(refused: string): Promise<string | null> {
  const current = await auth();
  const { data, error } = await current.refreshSession();
  if (data.session) return data.session.access_token;
  const stored = storedSession()?.token ?? null;
  if (stored !== refused) return stored; // another tab was faster, or signed out
  if (error && error.name !== 'AuthRetryableFetchError') await current.signOut({ scope: 'local' });
  return null;
}

/** The patient's token, renewed where it is about to end; null where nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  if (!hasStoredSession()) return null;
  const stored = storedSession();
  const fresh = stored && usableFor(stored) > 0;
  // Without a network a token cannot be renewed, and the call fails soon enough by itself.
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
  // What is a patient's own is never taken from the browser's cache, where the next one at this device would find it too.
  const cache: RequestInit = token === null ? {} : { cache: 'no-store' };
  const answered = question === null ? undefined : takeFirstVisitAnswer(question, headers);
  return answered ?? fetch(input, { ...cache, ...init, headers });
}
