import { globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { CLINIC_ENVIRONMENT } from '../../server/settings/clinic-settings.ts';
import { testDatabase } from '../../server/testing/test-database.ts';

// The lists in docs/deploy-supabase.md name everything the project has, and nothing else.

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const config = read('supabase/config.toml');
const [, lists] = /^## What the project consists of$([^]+?)^## /m.exec(read('docs/deploy-supabase.md'))!;

/** The text from these words to the next list. */
function listed(from: string, to: string): string {
  const start = lists!.indexOf(from);
  const end = lists!.indexOf(to, start);
  expect(Math.min(start, end), `${from} … ${to}`).toBeGreaterThan(0);
  return lists!.slice(start, end);
}
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name!).sort();
const firstColumn = (text: string) =>
  (text.match(/^\|[^|\n]*\|/gm) ?? []).flatMap((cell) => namesIn(cell, /`([\w-]+)`/g)).sort();
const unique = (names: Iterable<string>) => [...new Set(names)].sort();

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await testDatabase('supabase'));
});
afterAll(() => remove());

test('functions', () => {
  const folders = readdirSync(join(ROOT, 'supabase/functions'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
  expect(namesIn(listed('**Functions**', '**Notes**'), /`([\w-]+)`/g)).toEqual(folders.sort());
});

test('schedules, with their times', async () => {
  const { rows } = await database.query<{ line: string }>(
    `select '| \`' || jobname || '\` | \`' || schedule || '\` |' as line from cron.job`,
  );
  const table = listed('**Schedules**', '**Buckets**');
  for (const { line } of rows) expect(table).toContain(line);
  expect(table.match(/^\| `/gm)).toHaveLength(rows.length);
});

test('buckets', async () => {
  const { rows } = await database.query<{ line: string }>(
    `select '| \`' || id || '\` | ' || case when public then 'yes' else 'no' end || ' |' as line from storage.buckets`,
  );
  const table = listed('**Buckets**', '**Functions**');
  for (const { line } of rows) expect(table).toContain(line);
  expect(table.match(/^\| `/gm)).toHaveLength(rows.length);
});

// Variables that Supabase gives every function.
const GIVEN = /^SUPABASE_/;

test('secrets of the functions', () => {
  const files = globSync('supabase/functions/**/*.ts', { cwd: ROOT });
  const asked = files.flatMap((file) =>
    namesIn(read(file), /\b(?:env|requiredEnv|read)\(\s*'([A-Z][A-Z_]+)'/g),
  );
  expect(asked.length).toBeGreaterThan(10);
  const table = firstColumn(listed('**Secrets of the functions**', '**Settings of sign-in**'));
  expect(table.filter((name) => /^[A-Z]/.test(name))).toEqual(
    unique(asked).filter((name) => !GIVEN.test(name)),
  );
});

test('settings of sign-in', () => {
  const asked = unique(namesIn(config, /env\(([A-Z_]+)\)/g));
  const text = listed('**Settings of sign-in**', '**Settings of the portal**');
  expect(namesIn(text, /`([A-Z_]+)`/g)).toEqual(asked);
});

test('settings of the portal', () => {
  // The functions need the duty phone as a secret, and the database reads the workspace's minutes.
  const notAsked = new Set(['DUTY_PHONE', 'IDLE_MINUTES']);
  const asked = Object.keys(CLINIC_ENVIRONMENT).filter((name) => !notAsked.has(name));
  const text = listed('(at build time', '**Schedules**').split(':\n').slice(1).join();
  expect(namesIn(text, /`VITE_([A-Z_]+)`/g)).toEqual(asked.sort());
});

test('tables that only functions read', async () => {
  const { rows } = await database.query<{ name: string }>(
    `select relname as name from pg_class join pg_proc on proname = 'read_' || relname
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { name } of rows) expect(lists!.slice(lists!.indexOf('**Notes**'))).toContain(`\`${name}\``);
});
