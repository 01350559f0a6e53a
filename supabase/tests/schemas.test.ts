import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalog } from '../../scripts/schemas/catalog.ts';
import { differencesOf, inWords, migrationOf } from '../../scripts/schemas/difference.ts';
import { schemaFiles, schemasAsSql } from '../../scripts/schemas/files.ts';
import { applyMigrations } from '../../server/database/migrate.ts';
import { ACT_AS, emptyDatabase, OWN } from '../../server/testing/empty-database.ts';

const SUPABASE = join(import.meta.dirname, '..');
const migrations = readdirSync(join(SUPABASE, 'migrations'));

async function fromMigrations() {
  const { database } = await emptyDatabase(OWN, ACT_AS);
  await applyMigrations(database.query);
  return database;
}

async function fromSchemas() {
  const { database } = await emptyDatabase(OWN, ACT_AS);
  await applyMigrations(database.query, () => false); // the foundation alone
  await database.query(schemasAsSql());
  return database;
}

test('the migrations produce what the schemas say, object by object', async () => {
  const [now, wanted] = [await readCatalog(await fromMigrations()), await readCatalog(await fromSchemas())];
  expect(wanted.size).toBeGreaterThan(1_000);
  expect(differencesOf(now, wanted).map(inWords)).toEqual([]);
});

const CHANGES = [
  `create function private.greeting() returns text language sql set search_path = '' as $$ select 'hello' $$`,
  'revoke all on function private.greeting() from public',
  'grant execute on function private.greeting() to authenticated',
  `create or replace function private.is_plain_line(line text) returns boolean language sql immutable set search_path = '' as $$ select true $$`,
  `create view private.greetings as select private.greeting() as words`,
  'drop trigger check_own_change on public.customers',
  'create trigger greet before insert on public.customers for each row execute function private.check_own_change()',
  'drop policy "Patients read their own record" on public.customers',
  'create policy "Patients read nothing" on public.customers for select to authenticated using (false)',
  'revoke select on public.journey_phases from service_role',
  'grant update (phone_reviewed) on public.gardens to authenticated',
];

test('the next migration writes the schemas’ functions, views, triggers, policies and grants, and names a changed table', async () => {
  const wanted = await fromSchemas();
  await wanted.query('create table public.gardens (phone_reviewed boolean)');
  await wanted.query('alter table public.customers add column garden text');
  for (const change of CHANGES) await wanted.query(change);
  const migrated = await fromMigrations();
  await migrated.query('create table public.gardens (phone_reviewed boolean)');
  const written = migrationOf(differencesOf(await readCatalog(migrated), await readCatalog(wanted)));
  expect(written).toContain('-- Write by hand: table public.customers, column garden: missing');
  await migrated.query(written);
  const left = differencesOf(await readCatalog(migrated), await readCatalog(wanted));
  expect(left.map(inWords)).toEqual(['table public.customers, column garden: missing']);
});

test('config.toml names every file of the schemas once', () => {
  expect(schemaFiles().toSorted()).toEqual(globSync('schemas/**/*.sql', { cwd: SUPABASE }).toSorted());
});

test('no migration has a date after today', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  expect(migrations.filter((file) => file > tomorrow)).toEqual([]);
});

test('no schema or migration refers to the text of another', () => {
  const refers = ['schemas/**/*.sql', 'migrations/*.sql']
    .flatMap((pattern) => globSync(pattern, { cwd: SUPABASE }))
    .filter((file) => /\b\d{14}_/.test(readFileSync(join(SUPABASE, file), 'utf8')));
  expect(refers).toEqual([]);
});
