import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { completeSecrets } from '../auth/keys.ts';
import { createApp } from '../app.ts';
import { startDeletionTimer } from '../deletions/deletion-timer.ts';
import { removeData } from '../embedded/cluster-folder.ts';
import { startPostgres, type EmbeddedPostgres } from '../embedded/postgres.ts';
import { createTexts } from '../mail/texts.ts';
import { startOutboxWorker } from '../outbox/worker.ts';
import { openTopics } from '../realtime/testing/open-topics.ts';
import { connectRaw } from '../realtime/testing/raw-client.ts';
import { newPatient } from '../testing/patient.ts';
import { spawnPortal, type Portal } from '../testing/spawn-portal.ts';
import { startTestServer } from '../testing/test-server.ts';
import { createDatabase } from './database.ts';
import { migrate } from './migrate.ts';

type Line = { event: string; [fact: string]: unknown };
type OwnPostgres = { url: string; stop: () => Promise<void>; start: () => Promise<void> };

/** A PostgreSQL that can be stopped and started, as an operator would. */
async function ownPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-outage-'));
  let running: EmbeddedPostgres | null = await startPostgres(folder);
  const { url } = running;
  const stop = async () => {
    await running?.stop();
    running = null;
  };
  onTestFinished(async () => {
    await stop();
    await removeData(folder);
  });
  return {
    url,
    stop,
    start: async () => {
      running = await startPostgres(folder);
    },
  };
}

const REQUESTS: [string, RequestInit][] = [
  ['/rest/v1/customers?select=user_id', {}],
  ['/functions/v1/validate-email', { method: 'POST', body: '{"email":"robin@example.com"}' }],
  ['/auth/v1/otp', { method: 'POST', body: '{"email":"robin@example.com"}' }],
  ['/storage/v1/object/public/guides/none.pdf', {}],
];

async function askAll(url: string, key: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${key}`, apikey: key, 'content-type': 'application/json' };
  const answers = REQUESTS.map(async ([path, init]) => {
    const response = await fetch(url + path, { ...init, headers });
    await response.text();
    return response.status;
  });
  return Promise.all(answers);
}

test('an outage is two lines, however many requests it refused, and the second says how long it lasted', async () => {
  const postgres = await ownPostgres();
  const { jwtSecret, serviceRoleKey } = await completeSecrets({});
  const portal = await spawnPortal({
    env: {
      DATABASE_URL: postgres.url,
      JWT_SECRET: jwtSecret,
      SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
      PORTAL_IS_ELSEWHERE: 'true',
      DEMO_DATA: 'false',
    },
  });
  onTestFinished(() => portal.remove());
  for (let round = 0; round < 2; round += 1) {
    const begun = linesOf(portal).length;
    const linesSince = () => linesOf(portal).slice(begun);
    const eventsSince = () => linesSince().map(({ event }) => event);
    await postgres.stop();
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await askAll(portal.url, serviceRoleKey)).toEqual([503, 503, 503, 503]);
    }
    await expect.poll(eventsSince).toEqual(['database lost']);
    await postgres.start();
    await expect.poll(eventsSince, { timeout: 15_000 }).toEqual(['database lost', 'database back']);
    expect(linesSince()[1]).toMatchObject({ refused: 20, seconds: expect.any(Number) });
    expect((await fetch(`${portal.url}/health`)).status).toBe(200);
    expect(await askAll(portal.url, serviceRoleKey)).not.toContain(503);
    expect(eventsSince()).toHaveLength(2);
  }
});

const linesOf = (portal: Portal): Line[] =>
  portal
    .printed()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

test('what realtime, the outbox and the timers cannot do during an outage is part of it', async () => {
  const postgres = await ownPostgres();
  const database = createDatabase(postgres.url);
  await migrate(database);
  await database.end();
  const lines: Line[] = [];
  const server = await startTestServer(
    {},
    { database: postgres, log: (event, facts) => void lines.push({ event, ...facts }) },
  );
  onTestFinished(() => server.stop());
  const patient = await newPatient(server);
  const client = await connectRaw({ url: server.url, anonKey: server.keys.anonKey });
  await openTopics(server.database);
  expect((await client.join('open:room', patient.token)).status).toBe('ok');
  const shown = await client.ask('open:room', 'presence', { type: 'presence', event: 'track', payload: {} });
  expect(shown.status).toBe('ok');
  const closed = new Promise((done) => client.socket.once('close', done));

  await postgres.stop();
  await closed;
  let [leases, calls] = [0, 0];
  const countingLeases = {
    ...server.database,
    query: ((...asked) => {
      leases += 1;
      return server.database.query(...asked);
    }) as typeof server.database.query,
  };
  const texts = createTexts(server.settings, server.database);
  const outbox = startOutboxWorker({ ...server, database: countingLeases, texts }, { pollMs: 20 });
  onTestFinished(outbox.stop);
  const app = createApp(server);
  const clock = startDeletionTimer(
    server,
    async (request) => {
      const answer = await app.fetch(request, {});
      calls += 1;
      return answer;
    },
    { intervalMs: 20 },
  );
  onTestFinished(clock.stop);
  await expect.poll(() => leases > 3 && calls > 3).toBe(true);
  expect(lines.map(({ event }) => event)).toEqual(['database lost']);

  await postgres.start();
  await expect.poll(() => lines.map(({ event }) => event)).toEqual(['database lost', 'database back']);
});

test('one ended connection is no outage, and its failed request is still logged', async () => {
  const lines: Line[] = [];
  const server = await startTestServer({}, { log: (event, facts) => void lines.push({ event, ...facts }) });
  onTestFinished(() => server.stop());
  const asked = server.database.query('select pg_terminate_backend(pg_backend_pid())');
  const failure: unknown = await asked.catch((error: unknown) => error);
  server.log('request failed', { route: '/rest/v1/*' }, failure);
  await expect.poll(() => lines).toEqual([{ event: 'request failed', route: '/rest/v1/*' }]);
});
