import fraunces from '@fontsource/fraunces/files/fraunces-latin-500-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import type { Status } from '@domain/journey/progress.ts';
import { gate } from '@domain/onboarding/access-gate.ts';
import { greetingName } from '@/patient/features/customer/greeting-name.ts';
import { showPlan } from '@/patient/features/journey/show-plan.ts';
import type { Early } from '@/lib/backend/early-answers.ts';
import {
  ACCESS_COLUMNS,
  COMPLETED_COLUMNS,
  CUSTOMER_COLUMNS,
  RESULT_COLUMNS,
} from '@/lib/backend/home-columns.ts';

/**
 * Home's questions, asked while the portal's code is still on its way, and the first answers shown in the page as it was
 * drawn. One small file, which other pages load as part of the portal: there, or when the portal is here first, it asks nothing.
 * It shares no module with the first screen's file, which would otherwise need it.
 */
const ONE_ROW = { accept: 'application/vnd.pgrst.object+json' };

const { VITE_SUPABASE_URL: builtIn, VITE_SUPABASE_PUBLISHABLE_KEY, VITE_SUPABASE_ANON_KEY } = import.meta.env;
const apikey = VITE_SUPABASE_PUBLISHABLE_KEY || VITE_SUPABASE_ANON_KEY;
const hasSettings = !!builtIn && !!apikey;
const server = hasSettings ? builtIn : location.origin;

const early: Early = { config: null, plan: null, hasFailed: false, answers: new Map() };
if (!('early' in window)) askEarly();

type Session = { token: string; userId: string; email: string };

/** A phone asks six things at a time, so what is shown first goes first, and the fonts, which have stand-ins, last. */
function askEarly(): void {
  Object.assign(window, { early });
  const session = storedSession();
  if (session) early.plan = showPlanOf(session).catch(() => undefined); // the portal says what there is to say
  if (!hasSettings) early.config = whole(fetch('/config.json'));
  if (session) askRest(session);
  for (const font of [figtree, fraunces]) preloadFont(font);
}

/** Only to a patient whom the gate lets in, and only if every answer is there. */
async function showPlanOf({ token, userId, email }: Session): Promise<void> {
  const [access, [customer], rows] = (await Promise.all([
    read(ask(`/rest/v1/customers?${select(ACCESS_COLUMNS, userId)}`, token, ONE_ROW)),
    read(ask(`/rest/v1/customers?${select(CUSTOMER_COLUMNS, userId)}`, token)),
    read(ask(`/rest/v1/completed_phases?${select(COMPLETED_COLUMNS, userId)}`, token)),
  ])) as [Access, Customer[], Completed[]];
  const facts = {
    privacyPolicyAccepted: access.privacy_policy_accepted === true,
    dataUsageConsent: access.data_usage_consent === true,
    onboardingCompleted: access.onboarding_completed === true,
  };
  if (gate(facts) !== null || !customer || storedSession()?.userId !== userId) return;
  const completed = rows.map((row) => ({ phaseId: row.phase_id, cycleNumber: row.cycle_number }));
  const plan = {
    name: greetingName({ firstName: customer.customer_first_name }, email),
    planName: customer.programme_name,
    progress: { completed, status: customer.status },
  };
  if (showPlan(document, plan, Date.now())) performance.mark('plan-visible'); // for `npm run bench`
}

type Access = Record<
  'privacy_policy_accepted' | 'data_usage_consent' | 'onboarding_completed',
  boolean | null
>;
type Customer = { customer_first_name: string | null; status: Status; programme_name: string | null };
type Completed = { phase_id: string; cycle_number: number | null };

async function read(answer: Promise<Response>): Promise<unknown> {
  const given = await answer;
  if (!given.ok) throw new Error(`Answered ${given.status}.`);
  return given.clone().json();
}

function askRest({ token, userId }: Session): void {
  void ask(`/rest/v1/test_results?${select(RESULT_COLUMNS, userId)}&order=taken_at.desc`, token);
  // As lib/device-zone.ts finds it, which is in the first screen's file.
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
  kept.then(
    ({ ok }) => (early.hasFailed ||= !ok),
    () => (early.hasFailed = true),
  );
  return kept;
}

function preloadFont(href: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
  document.head.append(link);
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
