import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from './database.ts';
import { connectAsSuperuser, testDatabase } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';

const OURS = join(import.meta.dirname, '../../supabase/migrations');

async function clinicWith(migrations: Record<string, string>) {
  const { database, url, remove } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bea-migrations-'));
  await cp(OURS, folder, { recursive: true });
  for (const [name, sql] of Object.entries(migrations)) await writeFile(join(folder, name), sql);
  onTestFinished(async () => {
    await remove();
    await rm(folder, { recursive: true });
  });
  const history = async () => {
    const { rows } = await database.query(
      'select version, name from supabase_migrations.schema_migrations order by version',
    );
    return rows;
  };
  const tableExists = async (name: string) =>
    (await database.query(`select to_regclass($1) is not null as there`, [name])).rows[0]!['there'];
  return { database, url, folder, history, tableExists };
}

test('a new migration is applied once and recorded as Supabase records it', async () => {
  const { database, folder, history } = await clinicWith({
    '20990101000000_garden.sql': 'create table public.garden ()',
  });
  expect(await migrate(database, folder)).toEqual(['20990101000000_garden.sql']);
  expect(await migrate(database, folder)).toEqual([]);
  expect((await history()).at(-1)).toEqual({ version: '20990101000000', name: 'garden' });
});

test('a failed migration names its file and the database’s message, and leaves nothing behind', async () => {
  const { database, folder, history, tableExists } = await clinicWith({
    '20990101000000_half.sql': 'create table public.half (); select * from nowhere;',
  });
  const before = await history();
  await expect(migrate(database, folder)).rejects.toThrow(
    '20990101000000_half.sql: relation "nowhere" does not exist',
  );
  expect(await tableExists('public.half')).toBe(false);
  expect(await history()).toEqual(before);
});

test('a migration that was changed after it was applied stops the start', async () => {
  const { database, folder } = await clinicWith({
    '20990101000000_garden.sql': 'create table public.garden ()',
  });
  await migrate(database, folder);
  await writeFile(join(folder, '20990101000000_garden.sql'), 'create table public.garden (bed text)');
  await expect(migrate(database, folder)).rejects.toThrow(
    '20990101000000_garden.sql: this database was made by an earlier text of this file.',
  );
});

test('a database from before migrations were folded is told how to be carried over, and stays as it is', async () => {
  const { database, tableExists, history } = await clinicWith({});
  await database.query('delete from supabase_migrations.schema_migrations');
  await database.query(
    `insert into supabase_migrations.schema_migrations (version, name) values ('20261115000100', 'invitations_and_customers')`,
  );
  // Its foundation is another one too.
  await database.query(`delete from portal_server.facts where name = 'foundation'`);
  await database.query('drop table portal_server.orphaned_files');
  const before = await history();
  await expect(migrate(database)).rejects.toThrow(
    'This database was made by a version of the portal from before its migrations were folded. Back it up with that ' +
      'version (npm run backup -- FILE), and then restore the file with this one (npm run restore -- FILE --force).',
  );
  expect(await tableExists('portal_server.orphaned_files')).toBe(false);
  expect(await history()).toEqual(before);
});

test('several servers that start together apply each migration once', async () => {
  const { url, folder } = await clinicWith({
    '20990101000000_slow.sql': 'select pg_sleep(0.2); create table public.slow ()',
  });
  const servers = Array.from({ length: 4 }, () => createDatabase(url, { connections: 1 }));
  const applied = await Promise.all(servers.map((server) => migrate(server, folder)));
  expect(applied.flat()).toEqual(['20990101000000_slow.sql']);
  await Promise.all(servers.map((server) => server.end()));
});

test('a start or a command waits for nobody who is using the tables', async () => {
  const { database, url } = await clinicWith({});
  const busy = createDatabase(url, { connections: 1 });
  await busy.query('begin');
  await busy.query('lock table auth.sessions, auth.refresh_tokens, storage.objects in row exclusive mode');
  await database.query(
    `do $$ begin execute format('alter database %I set lock_timeout = ''1s''', current_database()); end $$`,
  );
  const late = createDatabase(url, { connections: 1 });
  expect(await migrate(late)).toEqual([]);
  await Promise.all([late.end(), busy.end()]);
});

test('a database that belongs to an ordinary role starts again once its catalogue has statistics', async () => {
  const { database } = await clinicWith({});
  const { rows } = await database.query('select rolsuper from pg_roles where rolname = current_user');
  expect(rows).toEqual([{ rolsuper: false }]);
  const administrator = await connectAsSuperuser(database);
  await administrator.query('analyze pg_class, pg_trigger, pg_attribute');
  await administrator.end();
  expect(await migrate(database)).toEqual([]);
});

test('a database from before there were second factors gets them, and its sessions stay', async () => {
  const { database } = await clinicWith({});
  const { query } = database;
  await query(
    `insert into public.invitations (email, first_name, last_name) values ('ada@example.com', 'A', 'B')`,
  );
  await query(`insert into auth.users (email) values ('ada@example.com')`);
  await query('insert into auth.sessions (user_id) select id from auth.users');
  // As the foundation made them before.
  await query(`drop table portal_server.spent_factor_codes, portal_server.factor_sessions, private.factor_tries, auth.mfa_challenges, auth.mfa_factors,
    auth.mfa_amr_claims`);
  await query('alter table auth.sessions drop factor_id, alter aal drop default, alter aal type text');
  await query(`alter table auth.sessions alter aal set default 'aal1'`);
  await query('drop type auth.aal_level, auth.factor_type, auth.factor_status');
  await query('drop function public.mfa_verification_attempt, private.is_of_care_team');
  await query(`delete from supabase_migrations.schema_migrations where name = 'second_factor'`);
  await query(`delete from portal_server.facts where name = 'foundation'`);

  expect(await migrate(database)).toEqual(['20261116100100_second_factor.sql']);
  const { rows } = await query(
    'select aal::text, pg_typeof(aal)::text as type, factor_id from auth.sessions',
  );
  expect(rows).toEqual([{ aal: 'aal1', type: 'auth.aal_level', factor_id: null }]);
  expect((await query('select from auth.mfa_factors')).rowCount).toBe(0);
});

test('codes from before the team’s were apart go on to work', async () => {
  const { database, remove } = await testDatabase();
  onTestFinished(remove);
  const { query } = database;
  await query(`alter table portal_server.sign_in_codes drop constraint sign_in_codes_pkey, drop for_team,
    add primary key (email)`);
  await query(`insert into portal_server.sign_in_codes (email, sent_at, expires_at)
    values ('ada@example.com', now(), now())`);
  await query(`delete from portal_server.facts where name = 'foundation'`);
  await migrate(database);
  await query(`insert into portal_server.sign_in_codes (email, for_team, sent_at, expires_at)
    values ('ada@example.com', true, now(), now())`);
  const { rows } = await query('select for_team from portal_server.sign_in_codes order by for_team');
  expect(rows).toEqual([{ for_team: false }, { for_team: true }]);
});
