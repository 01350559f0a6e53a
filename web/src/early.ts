import fraunces from '@fontsource/fraunces/files/fraunces-latin-500-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { gate } from '@domain/onboarding/access-gate.ts';
import { greetingName } from './features/customer/greeting-name.ts';
import { showPlan } from './features/journey/show-plan.ts';
import type { Early } from './lib/early-answers.ts';

/**
 * Home's questions, asked while the portal's code is still on its way, and the first answers shown in the page as it was
 * drawn: one small file that shares nothing with the first screen's. What differs from what the code asks later, by a
 * letter, would be asked twice: a story holds that nothing is.
 */
const ONE_ROW = { accept: 'application/vnd.pgrst.object+json' };

const { VITE_SUPABASE_URL: builtIn, VITE_SUPABASE_ANON_KEY: apikey } = import.meta.env;
const hasSettings = !!builtIn && !!apikey;
const server = hasSettings ? builtIn : location.origin;

const early: Early = { config: null, answers: new Map() };
// The portal's code may come from the device's own store and be here first: then it asks by itself.
if (!('early' in window)) askEarly();

type Session = { token: string; userId: string; email: string };
type Asked = { access: Promise<Response>; customers: Promise<Response>; completed: Promise<Response> };

/** A phone asks six things at a time, so what is shown first goes first, and the fonts, which have stand-ins, last. */
function askEarly(): void {
  Object.assign(window, { early });
  const session = storedSession();
  const asked = session && askPlan(session);
  if (!hasSettings) early.config = whole(fetch('/config.json'));
  if (session) askRest(session);
  for (const font of [figtree, fraunces]) preloadFont(font);
  if (asked) show(asked, session.email).catch(() => undefined); // the portal asks again, and says what there is to say
}

function askPlan({ token, userId }: Session): Asked {
  const access = 'privacy_policy_accepted,data_usage_consent,onboarding_completed';
  const record = 'customer_first_name,customer_last_name,customer_email,status,tracking_url,programme_name';
  const phases = 'phase_id,stage_number,cycle_number,completed_at';
  return {
    access: ask(`/rest/v1/customers?${select(access, userId)}`, token, ONE_ROW),
    customers: ask(`/rest/v1/customers?${select(record, userId)}`, token),
    completed: ask(`/rest/v1/completed_phases?${select(phases, userId)}`, token),
  };
}

function askRest({ token, userId }: Session): void {
  const results = 'id,result_type,result,taken_at,created_at';
  void ask(`/rest/v1/test_results?${select(results, userId)}&order=taken_at.desc`, token);
  // As lib/device-zone.ts finds it.
  const timeZone =
    'Temporal' in globalThis ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone;
  void ask('/functions/v1/fetch-scheduled-appointments', token, { 'x-client-timezone': timeZone });
}

function select(columns: string, userId: string): string {
  return new URLSearchParams({ select: columns, user_id: `eq.${userId}` }).toString();
}

function ask(path: string, token: string, headers: Record<string, string> = {}): Promise<Response> {
  const [url, authorization] = [server + path, `Bearer ${token}`];
  const answer = whole(fetch(url, { headers: { ...headers, authorization, ...(apikey && { apikey }) } }));
  early.answers.set(`${authorization} ${headers['accept'] ?? '*/*'} ${url}`, answer);
  return answer;
}

/** Read to its end, because one that nobody takes would hold its connection. Whoever takes it hears of its failure. */
function whole(answer: Promise<Response>): Promise<Response> {
  const kept = answer.then(async (given) => new Response(given.body && (await given.arrayBuffer()), given));
  kept.catch(() => undefined);
  return kept;
}

function preloadFont(href: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
  document.head.append(link);
}

type Access = {
  privacy_policy_accepted: boolean;
  data_usage_consent: boolean;
  onboarding_completed: boolean;
};
type Customer = { customer_first_name: string | null; status: 'Active'; programme_name: string | null };
type Completed = { phase_id: string; cycle_number: number | null };

/** Only to a patient whom the gate lets in, and only if every answer is there. */
async function show(asked: Asked, email: string): Promise<void> {
  const [access, [customer], rows] = (await Promise.all([
    read(asked.access),
    read(asked.customers),
    read(asked.completed),
  ])) as [Access, Customer[], Completed[]];
  const facts = {
    privacyPolicyAccepted: access.privacy_policy_accepted,
    dataUsageConsent: access.data_usage_consent,
    onboardingCompleted: access.onboarding_completed,
  };
  if (gate(facts) !== null || !customer) return;
  const completed = rows.map((row) => ({ phaseId: row.phase_id, cycleNumber: row.cycle_number }));
  const plan = {
    name: greetingName({ firstName: customer.customer_first_name }, email),
    planName: customer.programme_name,
    progress: { completed, status: customer.status },
  };
  if (showPlan(document, plan, Date.now())) performance.mark('data-visible'); // for `npm run bench`
}

async function read(answer: Promise<Response>): Promise<unknown> {
  return (await answer).clone().json();
}

/** As lib/stored-session.ts reads it; a session that must be renewed first is left to the portal. */
function storedSession(): Session | null {
  try {
    const key = `sb-${new URL(server).hostname.split('.')[0]}-auth-token`;
    const { access_token: token, expires_at: seconds, user } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const lasts = typeof seconds === 'number' && seconds * 1000 - Date.now() > 90_000;
    const isSession = lasts && typeof token === 'string' && typeof user?.id === 'string';
    return isSession ? { token, userId: user.id, email: String(user.email ?? '') } : null;
  } catch {
    return null; // no storage, or not a session: the portal says what there is to say
  }
}
