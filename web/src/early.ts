import type { Early } from './lib/early-answers.ts';

/**
 * Home's questions, asked while the portal's code is still on its way: a small file that imports nothing, run as soon as it
 * is there. What differs from what the code asks later, by a letter, would be asked twice: a story holds that nothing is.
 */
const ONE_ROW = { accept: 'application/vnd.pgrst.object+json' };

const { VITE_SUPABASE_URL: builtIn, VITE_SUPABASE_ANON_KEY: apikey } = import.meta.env;
const hasSettings = !!builtIn && !!apikey;
const server = hasSettings ? builtIn : location.origin;

const early: Early = { config: null, answers: new Map() };
// The portal's code may come from the device's own store and be here first: then it asks by itself.
if (!('early' in window)) askEarly();

function askEarly(): void {
  Object.assign(window, { early });
  const session = storedSession();
  if (session) askGate(session);
  if (!hasSettings) early.config = whole(fetch('/config.json')); // before what can wait: the portal starts with it
  if (session) askRest(session);
}

type Session = { token: string; userId: string };

function askGate({ token, userId }: Session): void {
  const columns = 'privacy_policy_accepted,data_usage_consent,onboarding_completed';
  ask(`/rest/v1/customers?${select(columns, userId)}`, token, ONE_ROW);
}

function askRest({ token, userId }: Session): void {
  const record = 'customer_first_name,customer_last_name,customer_email,status,tracking_url,programme_name';
  const phases = 'phase_id,stage_number,cycle_number,completed_at';
  const results = 'id,result_type,result,taken_at,created_at';
  ask(`/rest/v1/customers?${select(record, userId)}`, token);
  ask(`/rest/v1/completed_phases?${select(phases, userId)}`, token);
  ask(`/rest/v1/test_results?${select(results, userId)}&order=taken_at.desc`, token);
  // As lib/device-zone.ts finds it.
  const timeZone =
    'Temporal' in globalThis ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone;
  ask('/functions/v1/fetch-scheduled-appointments', token, { 'x-client-timezone': timeZone });
}

function select(columns: string, userId: string): string {
  return new URLSearchParams({ select: columns, user_id: `eq.${userId}` }).toString();
}

function ask(path: string, token: string, headers: Record<string, string> = {}): void {
  const [url, authorization] = [server + path, `Bearer ${token}`];
  const answer = fetch(url, { headers: { ...headers, authorization, ...(apikey && { apikey }) } });
  early.answers.set(`${authorization} ${headers['accept'] ?? '*/*'} ${url}`, whole(answer));
}

/** Read to its end, because one that nobody takes would hold its connection. Whoever takes it hears of its failure. */
function whole(answer: Promise<Response>): Promise<Response> {
  const read = answer.then(async (given) => new Response(given.body && (await given.arrayBuffer()), given));
  read.catch(() => undefined);
  return read;
}

/** As lib/stored-session.ts reads it; a session that must be renewed first is left to the portal. */
function storedSession(): Session | null {
  try {
    const key = `sb-${new URL(server).hostname.split('.')[0]}-auth-token`;
    const { access_token: token, expires_at: seconds, user } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const lasts = typeof seconds === 'number' && seconds * 1000 - Date.now() > 90_000;
    const isSession = lasts && typeof token === 'string' && typeof user?.id === 'string';
    return isSession ? { token, userId: user.id } : null;
  } catch {
    return null; // no storage, or not a session: the portal says what there is to say
  }
}
