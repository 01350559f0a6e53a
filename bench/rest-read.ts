import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { completeSecrets, createKeys } from '../server/auth/keys.ts';
import { createDatabase, type Database } from '../server/database/database.ts';
import { migrate } from '../server/database/migrate.ts';
import { removeData } from '../server/embedded/place.ts';
import { startPostgres } from '../server/embedded/postgres.ts';
import type { Secrets } from '../server/settings.ts';

// How much of a bare Node server's throughput is left when one patient's 20 rows are read through /rest/v1?

const ROUNDS = Number(process.env['ROUNDS'] ?? 8);
const SECONDS = Number(process.env['SECONDS'] ?? 4);
const CONNECTIONS = 16;
const TARGET = 0.7;

type Measure = { perSecond: number; p99: number };

const folder = await mkdtemp(join(tmpdir(), 'bea-bench-'));
const postgres = await startPostgres(folder);
const children: ChildProcess[] = [];
try {
  const database = createDatabase(postgres.url, { connections: 2 });
  await migrate(database);
  const secrets = await completeSecrets({});
  const { token, claims } = await makePatient(database, secrets);
  const environment = { DATABASE_URL: postgres.url, SECRETS: JSON.stringify(secrets), CLAIMS: claims };
  const bare = await start('rest-read/bare-server.ts', environment);
  const ours = await start('rest-read/our-server.ts', environment);
  const headers = { apikey: secrets.anonKey, authorization: `Bearer ${token}` };
  const bareUrl = `http://127.0.0.1:${bare}/`;
  const ourUrl = `http://127.0.0.1:${ours}/rest/v1/diary?select=*&order=taken_at.desc&limit=20`;
  await sameAnswer(bareUrl, ourUrl, headers);
  await database.end();

  const rounds: { bare: Measure; ours: Measure }[] = [];
  for (const url of [bareUrl, ourUrl, bareUrl, ourUrl]) await measure(url, headers); // until the compiler is done
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ bare: await measure(bareUrl, headers), ours: await measure(ourUrl, headers) });
  }
  const result = {
    bare: middle(rounds.map((round) => round.bare)),
    ours: middle(rounds.map((round) => round.ours)),
    ratio: median(rounds.map((round) => round.ours.perSecond / round.bare.perSecond)),
  };
  console.log(`bare node:http + pg  ${result.bare.perSecond.toFixed(0)} a second, p99 ${result.bare.p99} ms`);
  console.log(`/rest/v1             ${result.ours.perSecond.toFixed(0)} a second, p99 ${result.ours.p99} ms`);
  console.log(`ratio                ${result.ratio.toFixed(2)} (target ${TARGET})`);
  if (result.ratio < TARGET) process.exitCode = 1;
} finally {
  for (const child of children) child.kill();
  await postgres.stop();
  await removeData(folder);
}

/** A patient with 20 rows of her own among those of others. */
async function makePatient(database: Database, secrets: Secrets) {
  await database.query(`
    create table public.diary (
      id bigint generated always as identity primary key,
      user_id uuid not null references auth.users on delete cascade,
      title text not null,
      note text,
      done boolean not null default false,
      taken_at timestamptz not null
    );
    create index on public.diary (user_id, taken_at desc);
    alter table public.diary enable row level security;
    grant select on public.diary to authenticated;
    create policy "Patients read their own diary" on public.diary
      for select to authenticated using (user_id = (select auth.uid()));
    insert into public.invitations (email, first_name, last_name)
      select 'patient' || i || '@example.com', 'Test', 'Patient' from generate_series(1, 200) i;
    insert into auth.users (email, email_confirmed_at) select email, now() from public.invitations;
    insert into public.diary (user_id, title, note, taken_at)
      select id, 'Entry ' || i, repeat('word ', 10), timestamptz '2026-01-01' + i * interval '1 day'
      from auth.users, generate_series(1, 20) i;
    analyze public.diary;
  `);
  const [session] = (
    await database.query<{ id: string; user_id: string }>(
      'insert into auth.sessions (user_id) select id from auth.users limit 1 returning id, user_id',
    )
  ).rows;
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    sub: session?.user_id ?? '',
    role: 'authenticated',
    aud: 'authenticated',
    session_id: session?.id,
    iat: now,
    exp: now + 3600,
  };
  return { token: await createKeys(secrets).sign(payload), claims: JSON.stringify(payload) };
}

async function start(file: string, environment: Record<string, string>): Promise<number> {
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, ...environment } });
  children.push(child);
  return new Promise((ready, failed) => {
    child.once('message', (port) => ready(port as number));
    child.once('exit', () => failed(new Error(`${file} did not start.`)));
  });
}

async function sameAnswer(bareUrl: string, ourUrl: string, headers: Record<string, string>): Promise<void> {
  const [bare, ours] = await Promise.all(
    [bareUrl, ourUrl].map(async (url) => (await fetch(url, { headers })).json()),
  );
  if (JSON.stringify(bare) !== JSON.stringify(ours) || (ours as unknown[]).length !== 20)
    throw new Error('The two servers do not answer the same 20 rows.');
}

async function measure(url: string, headers: Record<string, string>): Promise<Measure> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx || result.errors) throw new Error(`${url} refused or failed during the run.`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

function middle(measures: Measure[]): Measure {
  return {
    perSecond: median(measures.map((one) => one.perSecond)),
    p99: median(measures.map((one) => one.p99)),
  };
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
