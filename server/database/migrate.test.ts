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
    '20990101000000_garden.sql: this database was made by an earlier version of this file.',
  );
});

test('a database from before 1.0 is refused with upgrade instructions, and stays unchanged', async () => {
  const { database, tableExists, history } = await clinicWith({});
  await database.query('delete from supabase_migrations.schema_migrations');
  await database.query(
    `insert into supabase_migrations.schema_migrations (version, name) values ('20261115000100', 'invitations_and_customers')`,
  );
  // Its foundation differs too.
  await database.query(`delete from portal_server.facts where name = 'foundation'`);
  await database.query('drop table portal_server.orphaned_files');
  const before = await history();
  await expect(migrate(database)).rejects.toThrow(
    'A version of the portal before 1.0 made this database. Back it up with that version ' +
      '(npm run backup -- FILE), then restore the file with this one (npm run restore -- FILE --force).',
  );
  expect(await tableExists('portal_server.orphaned_files')).toBe(false);
  expect(await history()).toEqual(before);
});

test('a migration that is older than one the database has is refused', async () => {
  const { database, folder, tableExists } = await clinicWith({
    '20990102000000_garden.sql': 'create table public.garden ()',
  });
  await migrate(database, folder);
  await writeFile(join(folder, '20990101000000_late.sql'), 'create table public.late ()');
  await expect(migrate(database, folder)).rejects.toThrow(
    '20990101000000_late.sql is older than 20990102000000, which this database already has. Give the file today’s date ' +
      'and time, so it runs after that one.',
  );
  expect(await tableExists('public.late')).toBe(false);
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

test('a start or a command does not wait for sessions that use the tables', async () => {
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

test('a database that belongs to an ordinary role starts again once its catalog has statistics', async () => {
  const { database } = await clinicWith({});
  const { rows } = await database.query('select rolsuper from pg_roles where rolname = current_user');
  expect(rows).toEqual([{ rolsuper: false }]);
  const administrator = await connectAsSuperuser(database);
  await administrator.query('analyze pg_class, pg_trigger, pg_attribute');
  await administrator.end();
  expect(await migrate(database)).toEqual([]);
});
