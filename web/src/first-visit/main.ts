import fraunces from '@fontsource/fraunces/files/fraunces-latin-500-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { gate } from '@domain/onboarding/access-gate.ts';
import { builtInConfig } from '@/lib/backend/built-in-config.ts';
import { emptyFirstVisit, openFirstVisit, questionKey } from '@/lib/backend/first-visit-answers.ts';
import { sessionUnder, storageKeyOf, usableFor, type StoredSession } from '@/lib/backend/stored-session.ts';
import { greetingName } from '@/patient/features/customer/greeting-name.ts';
import { accessOf, customerOf, type AccessRow, type CustomerRow } from '@/patient/features/customer/row.ts';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import { completedPhaseOf, type CompletedRow } from '@/patient/features/journey/row.ts';
import { isPlainlyInTreatment } from '@domain/care-state/plainly-in-treatment.ts';
import { homeQuestions, type Question } from './home-questions.ts';
import { showJourney } from './show-journey.ts';

/**
 * What a first visit to Home does while the portal's code is still loading: it sends Home's requests, and
 * shows the first answers in the prerendered page. Built separately and inlined (web/build/first-visit.ts);
 * it shares the portal's sources but none of its files.
 */
const config = builtInConfig();
const server = config?.supabaseUrl ?? location.origin;
const visit = emptyFirstVisit();
if (openFirstVisit(visit)) start();

/**
 * A phone sends six requests at a time, so visible content goes first, then the fonts, which have
 * stand-ins, and last what the portal reads after its first screen.
 */
function start(): void {
  const session = usableSession();
  const asked = session && homeQuestions(session.user.id);
  if (session) visit.journey = askForJourney(session).catch(() => undefined); // the portal says what there is to say
  if (!config) visit.config = keep(fetch('/config.json'));
  if (asked) void ask(asked.appointments, session.token);
  for (const font of [figtree, fraunces]) preloadFont(font);
  if (asked) for (const question of [asked.cycle, asked.plan]) void ask(question, session.token);
}

/** A session that must be renewed first is left to the portal. */
function usableSession(): StoredSession | null {
  const session = sessionUnder(storageKeyOf(server));
  return session && usableFor(session) > 0 ? session : null;
}

/**
 * Only for a patient whom the gate lets in, and only if every answer is there. Unless a patient is plainly
 * in treatment, the portal's rules decide whether a step is named.
 */
async function askForJourney({ token, user }: StoredSession): Promise<void> {
  const asked = homeQuestions(user.id);
  const [recordRow, completedRows, results, events] = (await Promise.all(
    [asked.record, asked.completedPhases, asked.results, asked.outcomes].map((question) =>
      read(ask(question, token)),
    ),
  )) as [AccessRow & CustomerRow, CompletedRow[], { result: string }[], unknown[]];
  const hasLeft = usableSession()?.user.id !== user.id;
  if (gate(accessOf(recordRow), '/home') !== null || hasLeft) return;
  const record = customerOf(recordRow);
  const progress = progressOf({ data: completedRows.map(completedPhaseOf) }, { data: record });
  if (!progress) return;
  if (record.status === 'Active' && !isPlainlyInTreatment({ results, events })) return;
  const journey = { name: greetingName(record, user.email), programmeName: record.programmeName, progress };
  if (showJourney(document, journey, Date.now())) performance.mark('journey-visible'); // for `npm run bench`
}

async function read(answer: Promise<Response>): Promise<unknown> {
  const given = await answer;
  if (!given.ok) throw new Error(`Answered ${given.status}.`);
  return given.clone().json();
}

function ask({ path, headers: more, isAskedTwice }: Question, token: string): Promise<Response> {
  const headers = new Headers({ ...more, authorization: `Bearer ${token}` });
  if (config) headers.set('apikey', config.supabaseAnonKey);
  const answer = keep(fetch(server + path, { headers }));
  visit.answers.set(questionKey(server + path, headers), isAskedTwice ? [answer, answer] : [answer]);
  return answer;
}

/** Read to its end, because an unread one would hold its connection. Its consumer gets the failure. */
function keep(answer: Promise<Response>): Promise<Response> {
  const kept = answer.then(async (given) => new Response(given.body && (await given.arrayBuffer()), given));
  kept.then(
    ({ ok }) => (visit.hasFailed ||= !ok),
    () => (visit.hasFailed = true),
  );
  return kept;
}

function preloadFont(href: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
  document.head.append(link);
}
