import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepRecord, openClinic } from '../../supabase/tests/records.ts';
import type { Row } from '../database/query-types.ts';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/*
 * A patient with data in every table that could hold a patient. The database says which tables those are,
 * so a new table fails here until the canary has a row in it, the export shows it and the deletion removes
 * it.
 */
const SCHEMAS = ['public', 'private', 'auth', 'storage', 'realtime', 'portal_server'];
/** Columns that make a row someone's. */
const PERSONAL =
  /^(user_id|subject_id|actor_id|owner_id|owner|patient_id|customer_id|email|customer_email|recipient)$/;

/** Kept on purpose, under a random id instead of the person's: docs/decisions/0006-data-rights.md. */
const LEGAL_HOLD = ['public.audit_log'];
/** Kept email and the list of demo people exist outside production only. */
const OUTSIDE = ['portal_server.mailbox', 'portal_server.demo_people'];
/** About the care team. */
const STAFF = ['public.care_team', 'private.clinic_setting_changes'];
/** Locks, signals and derived data, not content: not exported, but still deleted. */
const LOCKS = new Set([
  'auth.mfa_factors',
  'auth.refresh_tokens',
  // A key and its challenges. My Account lists the patient's passkeys.
  'auth.webauthn_credentials',
  'auth.webauthn_challenges',
  'portal_server.sign_in_clients',
  'portal_server.email_change_guesses',
  'portal_server.sign_in_codes',
  // A hash of a secret; My Account shows when it was made.
  'private.calendar_feeds',
  'private.cycle_reminder_looks',
  // Derived from what is in the file, plus the fact that a text went out, which says nothing about anyone.
  'private.attention_looks',
  'private.attention_alarms',
  'private.deletion_codes',
  'private.phone_codes',
  'private.email_change_tries',
  // The access log says who asked for a change, agreed to it and stopped it.
  'private.email_changes',
  // The access log says who was invited into a call, and when.
  'private.call_guests',
  'private.host_entries',
  'private.limits',
  'private.portal_visits',
  'private.conversations',
  'private.patient_directory',
  'realtime.messages',
]);
/** Belongs to the care team until it is signed. Deleted with the account, and not exported. */
const UNSIGNED = new Set(['public.note_drafts']);
/** Personal by content, though no column says so: a folder's or channel's name, or a hash of the address. */
const ALSO_PERSONAL = ['storage.objects', 'private.limits', 'realtime.messages'];

/** Where a table's rows are in the export, if not under its own name. */
const SECTIONS: Record<string, string> = { 'storage.objects': 'documents' };
/** Keys and marks of work in progress, which the export omits. */
const LEFT_OUT = new Set(['room', 'lease', 'leased_until', 'last_error', 'version', 'aud', 'role', 'aal']);

const MARK = `canary-${randomUUID()}`;
let server: TestServer;
let files: string;
let canary: Patient & { email: string };
let bystander: Patient & { email: string };

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'bea-canary-'));
  server = await startTestServer({ DATA_DIR: files });
  await openClinic(server.database);
  canary = await somebody(MARK);
  bystander = await somebody('somebody else');
});
afterAll(async () => {
  await server.stop();
  await rm(files, { recursive: true, force: true });
});

/** Every type of row, created by the product itself if possible. */
async function somebody(mark: string): Promise<Patient & { email: string }> {
  const patient = await newPatient(server);
  const { database, keys, url } = server;
  const { rows } = await database.query<{ email: string }>('select email from auth.users where id = $1', [
    patient.id,
  ]);
  const { email } = rows[0]!;
  await keepRecord(database, { id: patient.id, email }, mark);
  await database.query('delete from public.account_deletions where user_id = $1', [patient.id]);
  const post = (path: string, token: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await fetch(`${url}/storage/v1/object/documents/${patient.id}/report.pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.serviceRoleKey}`, 'content-type': 'application/pdf' },
    body: `%PDF-1.4\n${mark}`,
  });
  await post('/auth/v1/otp', keys.anonKey, { email });
  await post('/functions/v1/validate-email', keys.anonKey, { email });
  await post('/functions/v1/request-account-deletion', patient.token, { confirmation: 'DELETE' });
  await post('/functions/v1/confirm-phone', patient.token, {
    phone: `+1212${patient.id.replaceAll(/\D/g, '0').slice(0, 7)}`,
  });
  await database.query(
    `insert into auth.refresh_tokens (token, user_id, session_id)
     select gen_random_uuid(), user_id::text, id from auth.sessions where user_id = $1`,
    [patient.id],
  );
  // Patients can no longer set one up. On Supabase, an old one may still exist.
  await database.query('alter table auth.mfa_factors disable trigger refuse_other_factor');
  await database.query(
    `with factor as (
       insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, $2, 'totp', 'verified', now(), now(), 'sealed') returning id
     )
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
     select gen_random_uuid(), id, now(), '192.0.2.1' from factor`,
    [patient.id, mark],
  );
  await database.query('alter table auth.mfa_factors enable trigger refuse_other_factor');
  await database.query(
    `with challenge as (
       insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
       values ($1, 'registration', '{}', now() + interval '5 minutes')
     )
     insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
     values ($1, convert_to($2, 'UTF8'), '\\x00', $2)`,
    [patient.id, mark],
  );
  await database.query(
    `insert into private.email_changes (user_id, new_email, how_checked, asked_by)
     values ($1, $2 || '@example.org', $2, gen_random_uuid())`,
    [patient.id, mark.replaceAll(' ', '-')],
  );
  const [mail] = await server.mail(email);
  await post('/auth/v1/verify', keys.anonKey, { email, token: mail!.code, type: 'email' });
  await database.query(
    `insert into public.account_deletions (user_id, requested_at, delete_after)
     values ($1, now() - interval '6 days 12 hours', now() + interval '12 hours')`,
    [patient.id],
  );
  await fetch(`${url}/auth/v1/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${patient.token}`, apikey: keys.anonKey },
    body: JSON.stringify({ email: `new-${email}` }),
  });
  await post('/auth/v1/verify', keys.anonKey, { email, token: 'wrong', type: 'email_change' });
  return { ...patient, email };
}

async function tables(): Promise<string[]> {
  const { rows } = await server.database.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema = any($1) and table_type = 'BASE TABLE' order by 1`,
    [SCHEMAS],
  );
  return rows.map(({ name }) => name);
}

async function personalTables(): Promise<string[]> {
  const { rows } = await server.database.query<{ name: string; columns: string[] }>(
    `select table_schema || '.' || table_name as name, array_agg(column_name::text) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = any($1) and table_type = 'BASE TABLE' group by 1 order by 1`,
    [SCHEMAS],
  );
  const { rows: referring } = await server.database.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid in ('auth.users'::regclass, 'public.customers'::regclass, 'public.appointments'::regclass)`,
  );
  const references = new Set(referring.map(({ name }) => (name.includes('.') ? name : `public.${name}`)));
  return rows
    .filter(({ name, columns }) => columns.some((column) => PERSONAL.test(column)) || references.has(name))
    .map(({ name }) => name)
    .concat(ALSO_PERSONAL)
    .filter((name) => ![...OUTSIDE, ...STAFF].includes(name));
}

/** Rows with the person's id, address or mark, their counter or call. */
async function rowsOf(
  table: string,
  { id, email }: { id: string; email: string },
  mark: string,
): Promise<Row[]> {
  const { rows } = await server.database.query<{ row: Row }>(
    `select row from (select to_jsonb(t) as row from ${table} as t) as rows
     where row::text like any (array['%' || $1 || '%', '%' || $2 || '%', '%' || $3 || '%'])
       or row ->> 'key' in (select encode(sha256(convert_to(name, 'UTF8')), 'hex') from unnest(array[
         'deletion-code:' || $1, 'data-export:' || $1]) as name)
       or row ->> 'call_id' in (select id::text from public.appointments where user_id::text = $1)`,
    [id, email, mark],
  );
  return rows.map(({ row }) => row);
}

const storedBytes = async (): Promise<string> => {
  const entries = await readdir(join(files, 'storage'), { recursive: true, withFileTypes: true });
  const contents = entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'));
  return (await Promise.all(contents)).join('\n');
};

test('the canary is in every table that could hold a patient', async () => {
  const empty: string[] = [];
  for (const table of await personalTables()) {
    if ((await rowsOf(table, canary, MARK)).length === 0) empty.push(table);
  }
  expect(empty).toEqual([]);
  expect(await storedBytes()).toContain(MARK);
});

test('every canary row is in the JSON file', async () => {
  const answer = await fetch(`${server.url}/functions/v1/export-my-data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${canary.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'json' }),
  });
  const { content } = (await answer.json()) as { content: string };
  const file = JSON.parse(content) as Record<string, Row[]>;
  const missing: string[] = [];
  for (const table of await personalTables()) {
    if (LOCKS.has(table) || UNSIGNED.has(table)) continue;
    const section = file[SECTIONS[table] ?? table.split('.')[1]!] ?? [];
    for (const row of await rowsOf(table, canary, MARK)) {
      if (!section.some((exported) => isSame(row, exported)))
        missing.push(`${table}: ${JSON.stringify(row)}`);
    }
  }
  expect(missing).toEqual([]);
  expect(content).not.toContain(bystander.id);
});

/** The export's row has the stored one's content; users, sessions and files have a selection of columns. */
function isSame(row: Row, exported: Row): boolean {
  const shown = Object.keys(row).filter((column) => column in exported && !LEFT_OUT.has(column));
  const isWhole = shown.length >= Object.keys(row).filter((column) => !LEFT_OUT.has(column)).length;
  const isChosen = 'last_sign_in_at' in exported || 'refreshed_at' in exported || 'mimetype' in exported;
  const hidden = ['deletion_code', 'phone_code'].includes(String(row['purpose']))
    ? ['body_text', 'body_html']
    : [];
  return (
    (isWhole || isChosen) &&
    shown
      .filter((column) => !hidden.includes(column))
      .every((column) => JSON.stringify(row[column]) === JSON.stringify(exported[column]))
  );
}

test('after the seven days nothing of the canary remains, in any table or file, except the log without a name', async () => {
  const { database, keys, url } = server;
  const { rows: before } = await database.query(
    'select count(*)::int as lines from public.audit_log where subject_id = $1',
    [canary.id],
  );
  await database.query(
    `update public.account_deletions set requested_at = requested_at - interval '1 day', delete_after = now() where user_id = $1`,
    [canary.id],
  );
  const answer = await fetch(`${url}/functions/v1/delete-due-accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.serviceRoleKey}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(await answer.json()).toEqual({ deleted: 1 });

  const left: string[] = [];
  for (const table of await tables()) {
    if (OUTSIDE.includes(table)) continue;
    for (const row of await rowsOf(table, canary, MARK)) left.push(`${table}: ${JSON.stringify(row)}`);
  }
  expect(left).toEqual([]);
  expect(await storedBytes()).not.toContain(MARK);
  expect(await storedBytes()).toContain('somebody else');

  // One row is left for two people: a challenge names no one, only its factor.
  expect((await database.query('select from auth.mfa_challenges')).rowCount).toBe(1);

  const held = (await personalTables()).filter((table) => LEGAL_HOLD.includes(table));
  expect(held).toEqual(LEGAL_HOLD);
  const { rows: lines } = await database.query<{ lines: number; same: boolean }>(
    `select count(*)::int as lines, bool_and(actor_id is null or actor_id = subject_id) as same from public.audit_log
     where subject_id not in (select id from auth.users) group by subject_id`,
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]!.same).toBe(true);
  expect(lines[0]!.lines).toBeGreaterThan(Number(before[0]!['lines']));
});

test('the bystander lost nothing', async () => {
  const empty: string[] = [];
  for (const table of await personalTables()) {
    if ((await rowsOf(table, bystander, 'somebody else')).length === 0) empty.push(table);
  }
  expect(empty).toEqual([]);
});
