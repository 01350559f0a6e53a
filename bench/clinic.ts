import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeSecrets, createKeys } from '../server/auth/keys.ts';
import { createDatabase, type Database } from '../server/database/database.ts';
import { migrate } from '../server/database/migrate.ts';
import { addClinic } from '../server/demo/clinic.ts';
import { removeData } from '../server/embedded/cluster-folder.ts';
import { startPostgres } from '../server/embedded/postgres.ts';
import type { Secrets } from '../server/settings/settings.ts';

export type Visitor = { id: string; token: string };
export type Clinic = { url: string; secrets: Secrets; visitors: Visitor[] };

const VISITORS = 50;
/** Unique; `lastNameOf` derives it from the patient's number. */
const LAST_NAME = `initcap(substr(md5(n::text), 1, 8))`;
export const lastNameOf = (number: number): string =>
  createHash('md5').update(String(number)).digest('hex').slice(0, 8);

/** Runs its own PostgreSQL during the work. */
export async function withCluster<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-bench-'));
  const postgres = await startPostgres(folder);
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
    await removeData(folder);
  }
}

/** A clinic with this many patients. Fifty of them, spread evenly, are signed in. */
export async function makeClinic(clusterUrl: string, patients: number): Promise<Clinic> {
  const name = `clinic_${patients}`;
  const cluster = createDatabase(clusterUrl, { connections: 1 });
  await cluster.query(`create database ${name}`);
  await cluster.end();
  const url = clusterUrl.replace('/postgres?', `/${name}?`);
  const database = createDatabase(url, { connections: 2 });
  try {
    await migrate(database);
    await database.transaction(addClinic);
    await addCrowd(database, patients);
    const secrets = await completeSecrets({});
    return { url, secrets, visitors: await signIn(database, secrets) };
  } finally {
    await database.end();
  }
}

/** In one pass and without triggers: the rows are what years of use would have left. */
async function addCrowd(database: Database, patients: number): Promise<void> {
  const client = await database.connect(); // the pool's statements have a time limit
  await client.query(`
    set session_replication_role = replica;
    set synchronous_commit = off;
    set maintenance_work_mem = '512MB';
    create temporary table crowd as select gen_random_uuid() as user_id, n from generate_series(1, ${patients}) n;
    insert into public.invitations (email, first_name, last_name) select n || '@crowd.example', 'Robin', ${LAST_NAME} from crowd;
    insert into auth.users (id, email, email_confirmed_at) select user_id, n || '@crowd.example', now() from crowd;
    insert into public.customers (user_id, customer_email, customer_first_name, customer_last_name,
        privacy_policy_accepted, data_usage_consent, onboarding_completed)
      select user_id, n || '@crowd.example', 'Robin', ${LAST_NAME}, true, true, true from crowd;
    insert into public.completed_phases (user_id, phase_id, stage_number)
      select user_id, phase_id, stage_number from crowd, (select * from public.journey_phases where cycles = 0 order by phase_id limit 3) p;
    insert into public.test_results (user_id, result_type, result, taken_at, taken_on)
      select user_id, 'ovulation', 'Invalid', now() - make_interval(hours => turn), current_date
      from crowd, generate_series(1, 5) turn;
    -- One in ten has a call, half an hour apart with a host; a host sees twenty thousand in all.
    insert into public.care_team (id, name, role, email, time_zone)
      select gen_random_uuid(), 'Host', 'coach', h || '@hosts.example', 'UTC' from generate_series(0, ${Math.floor(patients / 200_000)}) h;
    insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
      select crowd.user_id, host.id, (select id from public.appointment_types order by slug limit 1), starts_at,
        starts_at + interval '20 minutes', starts_at + interval '30 minutes'
      from crowd join public.care_team host on host.email = (crowd.n / 200000) || '@hosts.example',
        lateral (select now() + interval '30 minutes' * (n / 10 % 20000 - 10000) as starts_at) call
      where n % 10 = 0`);
  await client.query('vacuum analyze'); // as autovacuum would have done in those years
  await client.query('checkpoint');
  await client.end();
}

async function signIn(database: Database, secrets: Secrets): Promise<Visitor[]> {
  const { rows } = await database.query<{ id: string; user_id: string }>(
    `insert into auth.sessions (user_id)
     select user_id from public.customers order by md5(customer_email) limit ${VISITORS} returning id, user_id`,
  );
  // Each measured patient reads twenty rows of their own.
  await database.query(
    `insert into public.test_results (user_id, result_type, result, taken_at)
     select id, 'ovulation', 'Invalid', now() - make_interval(hours => turn)
     from unnest($1::uuid[]) id, generate_series(6, 20) turn`,
    [rows.map(({ user_id: id }) => id)],
  );
  const keys = createKeys(secrets);
  const now = Math.floor(Date.now() / 1000);
  return Promise.all(
    rows.map(async ({ id, user_id: sub }) => ({
      id: sub,
      token: await keys.sign({
        sub,
        role: 'authenticated',
        aud: 'authenticated',
        session_id: id,
        iat: now,
        exp: now + 7200,
      }),
    })),
  );
}
