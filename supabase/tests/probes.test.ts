import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient } from '../../server/testing/patient.ts';
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts';
import { AREAS } from './areas.ts';
import { functionProbes, procedureProbes } from './probes/calls.ts';
import type { Probe, Scene, Table } from './probes/probe.ts';
import { restProbes } from './probes/rest.ts';
import { documentOf, storageProbes } from './probes/storage.ts';
import { fingerprints, markVictim, type Victim } from './probes/victim.ts';
import { keepRecord, openClinic } from './records.ts';
import { times } from '../../server/testing/times.ts';

const PROBES = times(1_000, 10_000);
const AT_ONCE = 25;

/** Where one patient might reach another, and how much of the attack goes there. */
const WAYS = [
  { weight: 7, probes: restProbes },
  { weight: 1, probes: procedureProbes },
  { weight: 2, probes: functionProbes },
  { weight: 2, probes: storageProbes },
];

let server: TestServer;
let files: string;
let scene: Scene;
let victim: Victim;
let credentials: string[];
const OWN_MARK = 'the attacker’s own words';

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'bea-probes-'));
  server = await startTestServer({ DATA_DIR: files });
  const { database, keys } = server;
  await openClinic(database);
  const attacked = await newPatient(server);
  const attacker = await newPatient(server);
  const newcomer = await newPatient(server, { consent: false });
  await keepRecord(database, { id: attacker.id, email: await emailOf(attacker.id) }, OWN_MARK);
  victim = await markVictim(database, { id: attacked.id, email: await emailOf(attacked.id) });
  for (const [id, words] of [
    [victim.id, victim.canaries[0]!],
    [attacker.id, OWN_MARK],
  ] as const) {
    const uploaded = await fetch(`${server.url}/storage/v1/object/${documentOf(id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.serviceRoleKey}`, 'content-type': 'application/pdf' },
      body: `%PDF-1.4\n${words}`,
    });
    expect(uploaded.status).toBe(200);
  }
  // Mostly a patient like any other, sometimes someone who should not even see their own record, or no one.
  credentials = [...Array<string>(8).fill(attacker.token), newcomer.token, keys.anonKey];
  scene = { attackerId: attacker.id, victim, ...(await surface()) };
});
afterAll(async () => {
  await server.stop();
  await rm(files, { recursive: true, force: true });
});

async function emailOf(id: string): Promise<string> {
  const { rows } = await server.database.query('select email from auth.users where id = $1', [id]);
  return String(rows[0]!['email']);
}

/** Everything that can be attacked, listed by the database and the folder of functions. */
async function surface(): Promise<Pick<Scene, 'tables' | 'procedures' | 'functions'>> {
  const { rows: tables } = await server.database.query<Table>(
    `select table_name as name, has_table_privilege('authenticated', 'public.' || table_name, 'select') as "isReadable",
       json_agg(json_build_object('name', column_name, 'type', data_type)) as columns
     from information_schema.columns where table_schema = 'public' group by table_name`,
  );
  const { rows: procedures } = await server.database.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  const folders = await readdir(join(import.meta.dirname, '../functions'), { withFileTypes: true });
  return {
    tables,
    procedures: procedures.map(({ name }) => name),
    functions: folders
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
      .map(({ name }) => name),
  };
}

type Reply = { status: number; total: string | undefined; text: string };

async function send(token: string, { method, path, headers, body }: Probe): Promise<Reply> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      apikey: server.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const total = response.headers.get('content-range')?.split('/')[1];
  return { status: response.status, total, text: await response.text() };
}

function judge(probe: Probe, { status, total, text }: Reply): void {
  const description = `${JSON.stringify(probe)} was answered with ${status} ${text.slice(0, 500)}`;
  expect(status, description).toBeLessThan(500);
  for (const canary of victim.canaries) expect(text.includes(canary), description).toBe(false);
  if (!probe.findsNothing || status >= 300) return;
  if (probe.method === 'GET') expect(text, description).toBe('[]');
  expect(['0', '*', undefined], `${description} of ${total}`).toContain(total);
}

test(`${PROBES} random probes find nothing of another patient and change nothing of theirs`, async () => {
  const before = await fingerprints(server.database, victim);
  // Only what is compared can be found changed: something of the victim's lies in every table.
  for (const table of Object.values(AREAS).flat()) expect(before[`public.${table}`]).not.toMatch(/^0 /);
  const probe = fc.oneof(...WAYS.map(({ weight, probes }) => ({ weight, arbitrary: probes(scene) })));
  const queue = fc.sample(fc.tuple(probe, fc.constantFrom(...credentials)), PROBES);
  // Each table is also asked for the attacker's own rows, so that an empty answer above is known to be a policy's.
  const own = scene.tables.filter(({ isReadable }) => isReadable).map(({ name }) => name);
  for (const name of own)
    queue.unshift([{ method: 'GET', path: `/rest/v1/${name}?select=*` }, credentials[0]!]);

  let answered = 0;
  let ownWords = 0;
  let writes = 0;
  const attack = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [sent, token] = next;
      const reply = await send(token, sent);
      judge(sent, reply);
      if (reply.status === 200) answered += 1;
      if (reply.text.includes(OWN_MARK)) ownWords += 1;
      if (['POST', 'PATCH', 'DELETE'].includes(sent.method) && reply.status < 300) writes += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attack));

  expect(await fingerprints(server.database, victim)).toEqual(before);
  // An attack that is refused as malformed proves nothing about the policies.
  expect(answered).toBeGreaterThan(PROBES / 10);
  expect(writes).toBeGreaterThan(PROBES / 50);
  expect(ownWords).toBeGreaterThan(Math.max(PROBES / 100, own.length / 3));
}, 180_000);
