import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { completeSecrets, createKeys } from '../auth/keys.ts';
import { createDatabase, type Database } from '../database/database.ts';
import { BASELINE, LAST_BEFORE_BASELINE } from '../database/baseline.ts';
import { applyMigrations } from '../database/migrate.ts';
import { loadDemo } from '../demo/load.ts';
import { portalFacts } from '../functions/portal-facts.ts';
import { readSettings } from '../settings/settings.ts';
import { createDiskStore } from '../storage/stores/disk-store.ts';
import type { ObjectStore } from '../storage/stores/object-store.ts';
import { connectAsSuperuser, testDatabase } from '../testing/test-database.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';
import { tablesOf } from './tables.ts';

const LETTER = 'a letter '.repeat(50_000);

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'bea-backup-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** A place for data as a clinic has it; only one connection, since a restore tolerates no other. */
async function clinic(template?: string): Promise<{ database: Database; store: ObjectStore }> {
  const { url, remove } = await testDatabase('embedded', template);
  const database = createDatabase(url, { connections: 1 });
  onTestFinished(async () => {
    await database.end();
    await remove();
  });
  return { database, store: createDiskStore(await folder()) };
}

/** A clinic's database, which is only copied, and its backup, which is only read. */
let made: { name: string; version: string; file: string; counts: Awaited<ReturnType<typeof backUp>> };
const places: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const { url, name, remove } = await testDatabase();
  const place = await mkdtemp(join(tmpdir(), 'bea-backup-'));
  places.push(remove, () => rm(place, { recursive: true }));
  const database = createDatabase(url, { connections: 1 });
  const store = createDiskStore(join(place, 'files'));
  const version = await fillWithPatients(database, store);
  const file = join(place, 'portal.backup');
  made = { name, version, file, counts: await backUp(database, store, file) };
  await database.end();
});
afterAll(async () => {
  for (const remove of places) await remove();
});

async function clinicWithPatients() {
  const { database, store } = await clinic(made.name);
  await store.put(made.version, bytesOf(LETTER));
  return { ...made, database, store };
}

async function fillWithPatients(database: Database, store: ObjectStore): Promise<string> {
  await loadDemo(
    { database, store, now: () => new Date() },
    {
      portal: portalFacts(readSettings({})),
      keys: createKeys(await completeSecrets({})),
    },
  );
  // Someone is in the middle of changing their address.
  await database.query(
    `update auth.users set email_change = 'moving@example.com', email_change_token_current = 'a',
       email_change_token_new = 'b', email_change_confirm_status = 1, email_change_sent_at = now()
     where email = 'stage2@example.com'`,
  );
  // A care team member has used the authenticator app, and mistyped a code.
  await database.query(
    `with factor as (
       select mfa_factors.id, user_id from auth.mfa_factors join auth.users on users.id = user_id
       where email = 'coach@example.com'
     ), challenge as (
       insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
       select gen_random_uuid(), id, now(), '2001:db8::/56' from factor
     ), session as (
       insert into auth.sessions (user_id, aal, factor_id) select user_id, 'aal2', id from factor returning id
     ), claim as (
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       select gen_random_uuid(), id, now(), now(), 'totp' from session
     ), spent as (
       insert into portal_server.spent_factor_codes (factor_id, step) select id, 1 from factor
     )
     insert into private.factor_tries (factor_id, wrong_at) select id, array[now()] from factor`,
  );
  await database.query(
    `insert into public.absences (host_id, starts_at, ends_at, covered_by)
     select min(id::text)::uuid, now(), now() + interval '1 day', max(id::text)::uuid from public.care_team`,
  );
  const version = randomUUID();
  await store.put(version, bytesOf(LETTER));
  await database.query(
    `insert into storage.objects (bucket_id, name, version, metadata) values ('documents', 'letter "1".pdf', $1, '{"size": 450000}')`,
    [version],
  );
  return version;
}

async function* bytesOf(words: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(words);
}

/** A fingerprint of all rows of each table, and where each sequence is. */
async function fingerprint({ query, transaction }: Database): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { name } of await transaction(tablesOf)) {
    const { rows } = await query(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`,
    );
    found[name] = rows[0];
  }
  const { rows } = await query(
    `select schemaname, sequencename, last_value from pg_sequences where last_value is not null order by 1, 2`,
  );
  return { ...found, sequences: rows };
}

test('a restore brings back every row and every file as it was', async () => {
  const source = await clinicWithPatients();
  const target = await clinic();
  expect(source.counts).toMatchObject({ files: 3, missingFiles: 0 });
  expect(await restore(target.database, target.store, source.file)).toEqual(source.counts);

  expect(await fingerprint(target.database)).toEqual(await fingerprint(source.database));
  expect(await text((await target.store.get(source.version))!)).toBe(LETTER);
  for (const table of ['auth.mfa_factors', 'auth.mfa_challenges', 'auth.mfa_amr_claims', 'public.absences'])
    expect((await target.database.query(`select from ${table}`)).rowCount, table).toBeGreaterThan(0);
  const { rows: moving } = await target.database.query(
    `select email, email_change_confirm_status as proved from auth.users where email_change = 'moving@example.com'`,
  );
  expect(moving).toEqual([{ email: 'stage2@example.com', proved: 1 }]);
  const enabled = await target.database.query(`select from pg_trigger where tgenabled <> 'O'`);
  expect(enabled.rows).toEqual([]);
  // Still a portal: the next patient needs an invitation, and rows get their own numbers.
  await expect(
    target.database.query(`insert into auth.users (email) values ('nobody@example.com')`),
  ).rejects.toThrow('not authorized');
  await target.database.query(
    `update public.customers set sms_consent = not sms_consent where customer_email = 'stage1@example.com'`,
  );
});

test('a backup is for its owner’s eyes only', async () => {
  expect((await stat(made.file)).mode & 0o777).toBe(0o600);
});

test('a restore refuses to replace data without --force', async () => {
  const source = await clinicWithPatients();
  const target = await clinic();
  await target.database.query(
    `insert into public.invitations (email, first_name, last_name) values ('only@example.com', 'Only', 'Here')`,
  );
  await expect(restore(target.database, target.store, source.file)).rejects.toThrow(
    'There is already data here',
  );
  expect((await target.database.query('select from public.invitations')).rows).toHaveLength(1);
  await restore(target.database, target.store, source.file, { force: true });
  expect(await fingerprint(target.database)).toEqual(await fingerprint(source.database));
});

test('half a backup, or another file, is refused, and existing data stays', async () => {
  const source = made;
  const target = await clinic();
  const before = await fingerprint(target.database);
  const whole = await readFile(source.file);
  const bad = join(await folder(), 'bad.backup');
  for (const content of [whole.subarray(0, whole.length / 2), Buffer.from('hello'), Buffer.alloc(0)]) {
    await writeFile(bad, content);
    await expect(restore(target.database, target.store, bad)).rejects.toThrow(bad);
    expect(await fingerprint(target.database)).toEqual(before);
    expect(await target.store.get(source.version)).toBeNull();
  }
});

test('in a shared folder, a file waiting under the draft’s name gets nothing', async () => {
  const { database, store } = await clinic();
  const shared = await folder();
  await chmod(shared, 0o1777);
  const file = join(shared, 'portal.backup');
  const theirs = join(await folder(), 'theirs');
  for (const prepare of [
    () => writeFile(`${file}.draft`, '', { mode: 0o666 }),
    () => symlink(theirs, `${file}.draft`),
  ]) {
    await writeFile(theirs, '');
    await prepare();
    const { ino } = await stat(`${file}.draft`);
    await backUp(database, store, file);
    const written = await stat(file);
    expect(written.ino).not.toBe(ino);
    expect([written.uid, written.mode & 0o777]).toEqual([process.getuid!(), 0o600]);
    expect([await readFile(`${file}.draft`, 'utf8'), await readFile(theirs, 'utf8')]).toEqual(['', '']);
    expect((await readdir(shared)).sort()).toEqual(['portal.backup', 'portal.backup.draft']);
    await rm(`${file}.draft`);
  }
});

test('a forced restore of one’s own backup that fails leaves every file where it was', async () => {
  const { database, store, version, file } = await clinicWithPatients();
  const before = await fingerprint(database);
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  expect([lines.at(-2), lines.at(-1)]).toEqual([
    expect.stringMatching(/^{"bytes"/),
    expect.stringMatching(/^{"end"/),
  ]);
  const damaged = join(await folder(), 'damaged.backup');
  const altered = [...lines.slice(0, -2), '{"bytes":"AAAA"}'];
  // In the middle of the character, right after it, and after a wrong one.
  for (const cut of [lines.slice(0, -2), lines.slice(0, -1), altered]) {
    await writeFile(damaged, gzipSync(cut.join('\n')));
    await expect(restore(database, store, damaged, { force: true })).rejects.toThrow();
    expect(await fingerprint(database)).toEqual(before);
    expect(await text((await store.get(version))!)).toBe(LETTER);
  }
});

test('a backup that contains a file name that is not a UUID is refused and writes nothing', async () => {
  const source = made;
  const target = await clinic();
  const before = await fingerprint(target.database);
  const elsewhere = await folder();
  const bad = join(await folder(), 'bad.backup');
  const lines = gunzipSync(await readFile(source.file)).toString();
  const name = `../../${basename(elsewhere)}/written`;
  await writeFile(
    bad,
    gzipSync(lines.replace(`{"file":"${source.version}"}`, JSON.stringify({ file: name }))),
  );
  await expect(restore(target.database, target.store, bad)).rejects.toThrow('is not a UUID');
  expect(await readdir(elsewhere)).toEqual([]);
  expect(await fingerprint(target.database)).toEqual(before);
});

test('a file that cannot be replaced stays as it was', async () => {
  const { store } = await clinic();
  const version = randomUUID();
  await store.put(version, bytesOf(LETTER));
  await expect(store.put(version, cutShort())).rejects.toThrow();
  expect(await text((await store.get(version))!)).toBe(LETTER);
});

async function* cutShort(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half of it');
  throw new Error('gone');
}

test('a restore does not wait for a server: it says that one is running', async () => {
  const target = await clinic();
  const serving = await target.database.connect();
  await expect(restore(target.database, target.store, made.file)).rejects.toThrow('Stop it first');
  await serving.end();
});

test('a restore waits for a server that is just stopping', async () => {
  const target = await clinic();
  const serving = await target.database.connect();
  const restored = restore(target.database, target.store, made.file);
  const watching = await connectAsSuperuser(target.database);
  onTestFinished(() => watching.end());
  const looked = `select from pg_stat_activity where datname = current_database() and query like '%as others from pg_stat_activity%'
    and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await watching.query(looked)).rowCount).toBe(1);
  await serving.end();
  expect(await restored).toEqual(made.counts);
});

/** In the first release's format. */
async function clinicOfBaseline() {
  const old = await clinic();
  await old.database.transaction(async (query) => {
    for (const schema of ['public', 'private', 'auth', 'storage', 'portal_server', 'supabase_migrations']) {
      await query(`drop schema ${schema} cascade`);
    }
    await query('create schema public');
    await applyMigrations(query, (version) => version === BASELINE);
  });
  return old;
}

test('a backup of an earlier version is upgraded', async () => {
  const old = await clinicOfBaseline();
  const file = join(await folder(), 'old.backup');
  await backUp(old.database, old.store, file);
  const target = await clinic();
  const history = 'select version from supabase_migrations.schema_migrations order by version';
  const { rows: all } = await target.database.query(history);
  await restore(target.database, target.store, file);
  expect((await target.database.query(history)).rows).toEqual(all);
});

test('a backup of the last version before 1.0 is restored; one of an earlier version says what to do', async () => {
  const source = await clinicOfBaseline();
  const backupWith = async (version: string) => {
    await source.database.query('update supabase_migrations.schema_migrations set version = $1', [version]);
    const file = join(await folder(), 'old.backup');
    await backUp(source.database, source.store, file);
    return file;
  };
  const target = await clinic();
  await expect(restore(target.database, target.store, await backupWith('20261115000100'))).rejects.toThrow(
    'was made by an early version of the portal.',
  );
  await restore(target.database, target.store, await backupWith(LAST_BEFORE_BASELINE));
  const { rows } = await target.database.query(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  expect(rows[0]).toEqual({ version: BASELINE });
});
