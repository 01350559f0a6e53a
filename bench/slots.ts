import { mkdtemp } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeSecrets, createKeys } from '../server/auth/keys.ts';
import { createDatabase, type Database } from '../server/database/database.ts';
import { removeData } from '../server/embedded/place.ts';
import { startPostgres } from '../server/embedded/postgres.ts';
import { spawnPortal } from '../server/testing/spawn-portal.ts';

// How much longer than a plain indexed read of 20 rows does a day of slots take, for a small clinic and for one with 50
// hosts and 100,000 appointments?

const ROUNDS = Number(process.env['ROUNDS'] ?? 400);
const TARGET = 3;
const DAY = 86_400_000;

const folder = await mkdtemp(join(tmpdir(), 'bea-bench-'));
const postgres = await startPostgres(folder);
const secrets = await completeSecrets({});
const portal = await spawnPortal({
  env: {
    DATABASE_URL: postgres.url,
    DEMO_DATA: 'false',
    RATE_LIMIT_SCALE: '100000',
    JWT_SECRET: secrets.jwtSecret,
    SUPABASE_ANON_KEY: secrets.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.serviceRoleKey,
  },
});
try {
  const database = createDatabase(postgres.url, { connections: 1 });
  const headers = { apikey: secrets.anonKey, authorization: `Bearer ${await makePatient(database)}` };
  const small = await compare(headers, await makeClinic(database, { slug: 'small', hosts: 2, calls: 2_000 }));
  const large = await compare(
    headers,
    await makeClinic(database, { slug: 'large', hosts: 50, calls: 100_000 }),
  );
  await database.end();
  console.log(`machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`);
  console.table({ '2 hosts, 2,000 calls': small, '50 hosts, 100,000 calls': large });
  if (Math.max(small.ratio, large.ratio) > TARGET) process.exitCode = 1;
} finally {
  await portal.remove();
  await postgres.stop();
  await removeData(folder);
}

/** A patient with 20 results of her own among 100,000. Answers a token. */
async function makePatient(database: Database): Promise<string> {
  await database.query(`
    insert into public.invitations (email, first_name, last_name)
      select 'patient' || i || '@example.com', 'Test', 'Patient' from generate_series(1, 5000) i;
    insert into auth.users (email, email_confirmed_at) select email, now() from public.invitations;
    update public.customers set privacy_policy_accepted = true, data_usage_consent = true, onboarding_completed = true;
    set statement_timeout = 0;
    set session_replication_role = replica; -- a bulk of rows like this is not a hundred thousand acts to audit
    insert into public.test_results (user_id, result_type, result, taken_at, cycle_number)
      select user_id, 'ovulation', 'Negative (Low LH)', now() - i * interval '1 hour', 1
      from public.customers, generate_series(1, 20) i;
    analyze public.test_results, public.customers;`);
  const { rows } = await database.query<{ id: string; user_id: string }>(
    'insert into auth.sessions (user_id) select id from auth.users limit 1 returning id, user_id',
  );
  const now = Math.floor(Date.now() / 1000);
  return createKeys(secrets).sign({
    sub: rows[0]!.user_id,
    role: 'authenticated',
    aud: 'authenticated',
    session_id: rows[0]!.id,
    iat: now,
    exp: now + 3600,
  });
}

type ClinicSize = { slug: string; hosts: number; calls: number };

/** Hosts who work every day from 8 to 18, with calls of half an hour spread over the years around today. */
async function makeClinic(database: Database, { slug, hosts, calls }: ClinicSize): Promise<string> {
  await database.query(
    `with type as (
       insert into public.appointment_types (slug, name, description, duration_minutes, interaction_type)
       values ($1, 'Call', 'A call', 30, 'video_call') returning id),
     host as (
       insert into public.care_team (name, role, email, time_zone)
       select 'Host ' || i, 'coach', $1 || i || '@example.com',
         (array['America/New_York', 'Europe/London', 'Australia/Sydney', 'Asia/Kolkata'])[i % 4 + 1]
       from generate_series(1, $2::integer) i returning id),
     hours as (
       insert into public.availability (host_id, weekday, starts_at, ends_at)
       select id, day, '08:00', '18:00' from host, generate_series(1, 7) day)
     insert into public.appointment_type_hosts select type.id, host.id from type, host`,
    [slug, hosts],
  );
  await database.query(
    `with host as (
       select host_id, appointment_type_id, row_number() over () as place
       from public.appointment_type_hosts join public.appointment_types on id = appointment_type_id where slug = $1),
     patient as (select user_id, row_number() over () as place from public.customers)
     insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select patient.user_id, host.host_id, host.appointment_type_id, at, at + interval '30 minutes', at + interval '30 minutes'
     from generate_series(0, $3::integer / $2::integer - 1) round
     join host on true
     cross join lateral (select date_trunc('day', now()) - interval '300 days' + round * interval '12 hours'
       + host.place % 12 * interval '30 minutes' as at) as times
     join patient on patient.place = 2 + (round * 53 + host.place * 97) % 4900
     on conflict do nothing`,
    [slug, hosts, calls],
  );
  await database.query('analyze');
  return slug;
}

async function compare(headers: Record<string, string>, slug: string) {
  const from = Math.floor(Date.now() / DAY) * DAY + 3 * DAY;
  const times = { searchFrom: new Date(from).toISOString(), searchUntil: new Date(from + DAY - 1).toISOString() };
  const read = `${portal.url}/rest/v1/test_results?select=*&order=taken_at.desc&limit=20`;
  const slots = `${portal.url}/functions/v1/fetch-appointment-slots?${new URLSearchParams({ appointmentType: slug, ...times })}`;
  const took: { read: number[]; slots: number[] } = { read: [], slots: [] };
  for (let round = 0; round < ROUNDS; round++) {
    took.read.push(await timed(read, headers));
    took.slots.push(await timed(slots, headers));
  }
  const offered = ((await (await fetch(slots, { headers })).json()) as unknown[]).length;
  const [readMs, slotsMs] = [median(took.read), median(took.slots)];
  return { 'read, ms': hundredths(readMs), 'slots, ms': hundredths(slotsMs), offered, ratio: hundredths(slotsMs / readMs) };
}

async function timed(url: string, headers: Record<string, string>): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url, { headers });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${body}`);
  return performance.now() - begun;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

function hundredths(number: number): number {
  return Math.round(number * 100) / 100;
}
