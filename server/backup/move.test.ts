import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { codeFor, clientOf } from '../auth/testing/patients.ts';
import { createDatabase, type Database } from '../database/database.ts';
import { knownVersions } from '../database/migrate.ts';
import { loadDemo } from '../demo/load.ts';
import { DEMO_PATIENTS } from '../demo/patients.ts';
import { portalFacts } from '../functions/portal-facts.ts';
import { clientFor } from '../rest/testing.ts';
import { createDiskStore } from '../storage/stores/disk-store.ts';
import { connectAsSuperuser, testDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { backUp } from './back-up.ts';
import { backUpSupabase } from './from-supabase.ts';
import { restore } from './restore.ts';
import { moveToSupabase } from './to-supabase.ts';

const LETTER = '%PDF-1.4 a letter';
const PATIENTS = DEMO_PATIENTS.filter(({ at }) => at).map(({ email }) => email);
/** Tables that start empty in each deployment, or grow by reading. */
const OTHERWISE = new Set(['users', 'sessions', 'audit_log', 'documents']);

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'bea-move-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

async function open(deployment: 'embedded' | 'supabase'): Promise<TestServer> {
  const server = await startTestServer({ DATA_DIR: await folder() }, { deployment });
  onTestFinished(() => server.stop());
  return server;
}

/**
 * The demo, with a document for one of its patients, someone in the middle of changing their address, and
 * wrong authenticator codes.
 */
async function demoClinic(): Promise<TestServer> {
  const clinic = await open('embedded');
  await loadDemo(clinic, { portal: portalFacts(clinic.settings), keys: clinic.keys });
  const { rows } = await clinic.database.query<{ id: string }>(
    `update auth.users set email_change = 'moving@example.com', email_change_sent_at = now()
     where email = 'cycle2@example.com' returning id`,
  );
  await guessAtFactor(clinic);
  const put = await fetch(
    `${clinic.url}/storage/v1/object/documents/${rows[0]!.id}/${encodeURIComponent('A letter & more.pdf')}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${clinic.keys.serviceRoleKey}`, 'content-type': 'application/pdf' },
      body: LETTER,
    },
  );
  expect(put.status).toBe(200);
  return clinic;
}

async function guessAtFactor({ database }: TestServer): Promise<void> {
  await database.query(`update public.care_team set factor_id = null where email = 'coach@example.com'`);
  await database.query(
    `with factor as (
       insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
       select gen_random_uuid(), id, 'totp', 'verified', now(), now(), 'sealed' from auth.users
       where email = 'coach@example.com' returning id
     )
     insert into private.factor_tries (factor_id, wrong_at) select id, array[now()] from factor`,
  );
}

const storeOf = ({ settings }: TestServer) => createDiskStore(join(settings.dataFolder, 'storage'));

/**
 * A project with the migrations pushed, and its connection string: Supabase's `postgres`, which is not a
 * superuser.
 */
async function emptyProject(): Promise<{ server: TestServer; database: Database }> {
  const server = await open('supabase');
  const { query } = server.database;
  // On Supabase, pushed migrations are recorded, and `postgres` may disable triggers.
  await query('insert into supabase_migrations.schema_migrations (version) select unnest($1::text[])', [
    await knownVersions(),
  ]);
  await query('grant usage on schema supabase_migrations to supabase_postgres');
  await query('grant select on supabase_migrations.schema_migrations to supabase_postgres');
  const connected = createDatabase(server.databaseUrl, { connections: 2 });
  onTestFinished(() => connected.end());
  const database: Database = {
    ...connected,
    transaction: (work) =>
      connected.transaction(async (ask) => {
        await ask('set local session authorization supabase_postgres');
        return work(ask);
      }),
  };
  return { server, database };
}

beforeAll(async () => {
  const { database, remove } = await testDatabase();
  const superuser = await connectAsSuperuser(database);
  await superuser.query('grant set on parameter session_replication_role to supabase_postgres');
  await superuser.end();
  await remove();
});

const projectOf = ({ url, keys }: TestServer) => ({ url, key: keys.serviceRoleKey });

/**
 * As GoTrue finds a user and opens a session for them, in its own role; what it cannot read, it does not
 * find.
 */
async function signInAsGoTrue({ database, keys }: TestServer, email: string): Promise<string> {
  const opened = await database.transaction(async (query) => {
    await query('set local role supabase_auth_admin');
    const { rows } = await query<{ id: string }>(
      `update auth.users set last_sign_in_at = now()
       where instance_id = '00000000-0000-0000-0000-000000000000' and lower(email) = $1 and aud = 'authenticated'
         and not is_sso_user and confirmation_token is not null and recovery_token is not null
         and email_change_token_new is not null and email_change is not null and email_confirmed_at is not null
         and exists (select from auth.identities where user_id = users.id and provider = 'email'
           and provider_id = users.id::text and identities.email = $1)
       returning id`,
      [email],
    );
    expect(rows, email).toHaveLength(1);
    const id = randomUUID();
    await query('insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())', [
      id,
      rows[0]!.id,
    ]);
    return { userId: rows[0]!.id, sessionId: id };
  });
  return keys.sign({
    sub: opened.userId,
    role: 'authenticated',
    aud: 'authenticated',
    session_id: opened.sessionId,
    email,
    exp: Math.floor(Date.now() / 1000) + 600,
  });
}

async function signInByCode(server: TestServer, email: string): Promise<string> {
  const { auth } = clientOf(server);
  await auth.signInWithOtp({ email });
  const { data, error } = await auth.verifyOtp({ email, token: await codeFor(server, email), type: 'email' });
  if (!data.session) throw error ?? new Error('no session');
  return data.session.access_token;
}

/** Everything that the portal stores for the patient with this token, and their documents as they open. */
async function recordOf(server: TestServer, token: string): Promise<Record<string, unknown>> {
  const client = clientFor(server, token);
  const { data, error } = await client.functions.invoke<{ content: string }>('export-my-data', {
    body: { format: 'json' },
  });
  if (error) throw error;
  const exported = JSON.parse(data!.content) as Record<string, Record<string, unknown>[]>;
  // Besides the tables, the file says what it is and when it was created.
  const sections = Object.entries(exported).filter(([, rows]) => Array.isArray(rows));
  const record: Record<string, unknown> = Object.fromEntries(
    sections
      .filter(([name]) => !OTHERWISE.has(name))
      .map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]),
  );
  const documents = exported['documents']!.map(async (row) => {
    const name = String(row['name']);
    const file = await client.storage.from('documents').download(name);
    return `${name}: ${await file.data?.text()}`;
  });
  return { ...record, documents: (await Promise.all(documents)).sort() };
}

/** Children without a parent, which a load without triggers would not notice. */
async function orphansIn({ query }: Database): Promise<string[]> {
  const { rows: keys } = await query<{ child: string; parent: string; here: string; there: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
       (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as here,
       (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as there
     from pg_constraint where contype = 'f' and array_length(conkey, 1) = 1
       and connamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)`,
  );
  expect(keys.length).toBeGreaterThan(15);
  const orphans: string[] = [];
  for (const { child, parent, here, there } of keys) {
    const { rowCount } = await query(
      `select from ${child} where ${here} is not null and ${here} not in (select ${there} from ${parent})`,
    );
    if (rowCount) orphans.push(`${child}.${here}`);
  }
  return orphans;
}

test('a clinic moves to Supabase and back, and every patient signs in and finds everything', async () => {
  const clinic = await demoClinic();
  const file = join(await folder(), 'portal.backup');
  await backUp(clinic.database, storeOf(clinic), file);
  const before: Record<string, unknown> = {};
  for (const email of PATIENTS) before[email] = await recordOf(clinic, await signInByCode(clinic, email));
  expect(JSON.stringify(before)).toContain(`A letter & more.pdf: ${LETTER}`);

  const { server, database } = await emptyProject();
  const counts = await moveToSupabase(database, projectOf(server), file);
  expect(counts).toMatchObject({ files: 3 });
  expect(await orphansIn(server.database)).toEqual([]);
  for (const email of PATIENTS) {
    expect(await recordOf(server, await signInAsGoTrue(server, email)), email).toEqual(before[email]);
  }
  // Still a portal: triggers work again, and rows get their own numbers.
  await expect(
    server.database.query(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'nobody@example.com')`,
    ),
  ).rejects.toThrow('not authorized');
  await server.database.query(
    `update public.customers set sms_consent = not sms_consent where customer_email = 'stage1@example.com'`,
  );
  await server.database.query(
    `update public.customers set sms_consent = not sms_consent where customer_email = 'stage1@example.com'`,
  );

  await guessAtFactor(server);
  const back = join(await folder(), 'back.backup');
  await backUpSupabase(database, projectOf(server), back);
  const home = await testDatabase();
  onTestFinished(() => home.remove());
  const dataFolder = await folder();
  await restore(home.database, createDiskStore(join(dataFolder, 'storage')), back);
  const again = await startTestServer({ DATA_DIR: dataFolder }, { database: home });
  onTestFinished(() => again.stop());
  expect(await orphansIn(home.database)).toEqual([]);
  for (const email of PATIENTS.filter((one) => one !== 'stage1@example.com')) {
    expect(await recordOf(again, await signInByCode(again, email)), email).toEqual(before[email]);
  }
});

test('a move refuses a project with patients, or of another version, and changes nothing there', async () => {
  const clinic = await demoClinic();
  const file = join(await folder(), 'portal.backup');
  await backUp(clinic.database, storeOf(clinic), file);
  const { server, database } = await emptyProject();
  const project = projectOf(server);
  await server.invite('here@example.com');
  await expect(moveToSupabase(database, project, file)).rejects.toThrow('This project already has patients');
  await server.database.query('delete from public.invitations');
  await server.database.query(
    'delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations)',
  );
  await expect(moveToSupabase(database, project, file)).rejects.toThrow('Different versions');
  expect((await server.database.query('select from public.customers')).rows).toEqual([]);
});
