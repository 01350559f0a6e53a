import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  inDatabase,
  openClinic,
  postmasterOf,
  signInPatients,
  type SoakClinic,
  type Visitor,
} from './clinic.ts';
import type { Database } from '../../server/database/database.ts';
import { eventually, assert } from './assert.ts';

const TYPE = { slug: 'clinical-coach-support-call', name: 'Clinical Coach Support Call' };
const DAY = 86_400_000;

type Slot = { start_time: string; end_time: string };
/** One patient's requests and their answers, to compare with the database later. */
export type History = {
  requested: Set<string>;
  booked: Map<string, string>;
  cancelled: Set<string>;
  refused: number;
};

export const newHistory = (): History => ({
  requested: new Set(),
  booked: new Map(),
  cancelled: new Set(),
  refused: 0,
});

/**
 * Patients book and cancel while the server and the database are killed. Afterward, nothing is lost,
 * doubled or made up.
 */
export async function bookingHistory({ kills = 10, patients = 8 } = {}) {
  let clinic = await openClinic();
  try {
    const visitors = await signInPatients(clinic, patients);
    const history = newHistory();
    const ended = new AbortController();
    const acting = visitors.map((visitor) => act(clinic.url, visitor, history, ended.signal));
    for (let turn = 0; turn < kills; turn += 1) {
      const before = history.booked.size;
      await eventually('a booking between two kills', 30, async () => history.booked.size > before);
      await pause(Math.random() * 300);
      clinic = turn % 2 === 0 ? await killServer(clinic) : await killPostgres(clinic);
    }
    ended.abort();
    await Promise.all(acting);
    await eventually('the portal answers again', 30, async () => (await fetch(`${clinic.url}/health`)).ok);
    await inDatabase(clinic, (database) => compare(database, history, visitors));
    return {
      kills,
      booked: history.booked.size,
      cancelled: history.cancelled.size,
      refused: history.refused,
    };
  } finally {
    await clinic.remove();
  }
}

async function killServer(clinic: SoakClinic): Promise<SoakClinic> {
  await clinic.end('SIGKILL');
  return openClinic({ dataFolder: clinic.dataFolder, port: Number(new URL(clinic.url).port) });
}

async function killPostgres(clinic: SoakClinic): Promise<SoakClinic> {
  process.kill(await postmasterOf(clinic), 'SIGKILL');
  return clinic;
}

export async function act(
  url: string,
  visitor: Visitor,
  history: History,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const id = await book(url, visitor, history, signal);
    if (id && Math.random() < 0.7) await cancel(url, visitor, id, history, signal);
  }
}

async function book(
  url: string,
  visitor: Visitor,
  history: History,
  signal: AbortSignal,
): Promise<string | null> {
  const from = Date.now() + DAY * (1 + Math.floor(Math.random() * 20));
  const search = new URLSearchParams({
    appointmentType: TYPE.slug,
    searchFrom: new Date(from).toISOString(),
    searchUntil: new Date(from + DAY).toISOString(),
  });
  const slots = await insist(signal, () =>
    fetch(`${url}/functions/v1/fetch-appointment-slots?${search}`, { headers: visitor.headers }),
  );
  const offered = (slots?.json ?? []) as Slot[];
  // Only a few, so that patients compete for them.
  const slot = offered[Math.floor(Math.random() * Math.min(4, offered.length))];
  if (!slot) return null;
  const submission = randomUUID();
  history.requested.add(submission);
  const answer = await insist(signal, () =>
    fetch(`${url}/functions/v1/schedule-appointment`, {
      method: 'POST',
      headers: { ...visitor.headers, 'idempotency-key': submission },
      body: JSON.stringify({
        appointmentType: TYPE.slug,
        appointmentTypeName: TYPE.name,
        interactionType: 'video_call',
        startTime: slot.start_time,
        endTime: slot.end_time,
      }),
    }),
  );
  if (answer?.status !== 200) {
    history.refused += answer ? 1 : 0;
    return null;
  }
  const { id } = answer.json as { id: string };
  history.booked.set(id, submission);
  return id;
}

async function cancel(url: string, { headers }: Visitor, id: string, history: History, signal: AbortSignal) {
  const answer = await insist(signal, () =>
    fetch(`${url}/functions/v1/cancel-appointment`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ appointmentId: id }),
    }),
  );
  if (answer?.status === 200) history.cancelled.add(id);
}

/**
 * Like a careful client, repeats the request until there is an answer; nothing is known if the scenario
 * ends first.
 */
export async function insist(signal: AbortSignal, ask: () => Promise<Response>) {
  while (!signal.aborted) {
    const answer = await ask()
      // A gateway's answer for a dead server is not JSON.
      .then(async (response) => ({
        status: response.status,
        json: response.status < 500 ? ((await response.json()) as unknown) : null,
      }))
      .catch(() => null); // the server is down for a moment
    if (answer && answer.status < 500) return answer;
    await pause(50);
  }
  return null;
}

export async function compare({ query }: Database, history: History, visitors: Visitor[]): Promise<void> {
  const { rows } = await query<{ id: string; submission_id: string; status: string }>(
    'select id, submission_id, status from public.appointments where user_id = any ($1)',
    [visitors.map(({ id }) => id)],
  );
  const there = new Map(rows.map((row) => [row.id, row]));
  const lost = [...history.booked.keys()].filter((id) => !there.has(id));
  assert(lost.length === 0, `${lost.length} booked calls are gone`);
  const phantoms = rows.filter(({ submission_id: submission }) => !history.requested.has(submission));
  assert(phantoms.length === 0, `${phantoms.length} calls that no one booked`);
  assert(new Set(rows.map((row) => row.submission_id)).size === rows.length, 'one request became two calls');
  const revived = [...history.cancelled].filter((id) => there.get(id)!.status !== 'cancelled');
  assert(revived.length === 0, `${revived.length} canceled calls are still booked`);
  const doubled = await query(
    `select from public.appointments a join public.appointments b
     on a.host_id = b.host_id and a.id < b.id and a.status = 'booked' and b.status = 'booked'
       and tstzrange(a.starts_at, a.busy_until) && tstzrange(b.starts_at, b.busy_until)`,
  );
  assert(doubled.rows.length === 0, `${doubled.rows.length} pairs of calls at one time`);
  const confirmed = await query<{ calls: number }>(
    `select count(*)::int as calls from public.appointments where user_id = any ($1)
     and not exists (select from public.outbox where appointment_id = appointments.id)`,
    [visitors.map(({ id }) => id)],
  );
  assert(confirmed.rows[0]!.calls === 0, `${confirmed.rows[0]!.calls} calls without a confirmation`);
}
