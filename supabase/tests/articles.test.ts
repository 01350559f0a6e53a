import { createHash } from 'node:crypto';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedSql } from '../../scripts/supabase-seed.ts';
import type { Database } from '../../server/database/database.ts';
import type { Query } from '../../server/database/query-types.ts';
import { testDatabase } from '../../server/testing/test-database.ts';
import { join as joinAs } from './people.ts';

// Puts articles into a Supabase project with the commands of docs/deploy-supabase.md, once and again.

const ROOT = join(import.meta.dirname, '../..');
const CHANGED = 'six-days-not-one';
const REMOVED = 'two-applicators-two-days';

let database: Database;
let remove: () => Promise<void>;
let content: string;
beforeAll(async () => {
  ({ database, remove } = await testDatabase('supabase'));
  content = await mkdtemp(join(tmpdir(), 'bea-articles-'));
  await cp(join(ROOT, 'supabase/content'), content, { recursive: true });
});
afterAll(async () => {
  await remove();
  await rm(content, { recursive: true });
});

/**
 * Supabase's CLI (2.x) doesn't rerun a seed whose path it knows, even if it has changed. It records the new
 * hash.
 */
async function pushSeed(query: Query, path: string, sql: string): Promise<void> {
  await query(
    `create schema if not exists supabase_migrations;
     create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null)`,
  );
  const { rows } = await query('select from supabase_migrations.seed_files where path = $1', [path]);
  if (rows.length === 0) await query(sql);
  await query(
    `insert into supabase_migrations.seed_files values ($1, $2) on conflict (path) do update set hash = excluded.hash`,
    [path, createHash('sha256').update(sql).digest('hex')],
  );
}

/** The page's first block of commands, as the project's own role; the migrations are already applied. */
async function followPage(): Promise<string[]> {
  const page = await readFile(join(ROOT, 'docs/deploy-supabase.md'), 'utf8');
  const commands = /## 1\. Database\n.*?\n```\n(.*?)```/s.exec(page)![1]!.trim().split('\n');
  const sql = await seedSql(content);
  for (const command of commands) {
    await database.transaction(async (query) => {
      await query('set local session authorization supabase_postgres');
      if (/^supabase db push .*--include-seed/.test(command)) await pushSeed(query, 'supabase/seed.sql', sql);
      if (/^psql .*--single-transaction --file supabase\/seed\.sql$/.test(command)) await query(sql);
    });
  }
  return commands;
}

const titleOf = async (id: string) =>
  (await database.query('select title from public.blog_articles where id = $1', [id])).rows[0]?.['title'];

test('the first run publishes every article', async () => {
  expect(await followPage()).toContain('supabase db push --db-url "$SUPABASE_DB_URL"');
  expect(await titleOf(CHANGED)).toBe('Six days, not one');
  expect(await titleOf(REMOVED)).toBeTypeOf('string');
});

test('a later run updates changed articles, removes missing ones, and keeps what clinic and patients did', async () => {
  const patient = await joinAs(database, 'reader', { consented: true });
  await patient.does(
    `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'welcome', 1)`,
    [patient.id],
  );
  await database.query(
    `insert into public.blog_articles (id, collection_handle, title, description, link)
       values ('our-own', 'using-your-kit', 'Our own', 'To read', '/learn/articles/our-own')`,
  );
  const path = join(content, 'your-fertile-window', `${CHANGED}.md`);
  await writeFile(path, (await readFile(path, 'utf8')).replace('title: ', 'title: New: '));
  await rm(join(content, 'using-your-kit', `${REMOVED}.md`));
  await followPage();
  expect(await titleOf(CHANGED)).toBe('New: Six days, not one');
  expect(await titleOf(REMOVED)).toBeUndefined();
  expect(await titleOf('our-own')).toBe('Our own');
  expect(await patient.may('select from public.completed_phases')).toBe(1);
});

test('what the clinic edits or deletes stays so until the file changes', async () => {
  await database.query(`update public.blog_articles set title = 'Ours' where id = $1`, [CHANGED]);
  await followPage();
  expect(await titleOf(CHANGED)).toBe('Ours');
  await database.query('delete from public.blog_articles where id = $1', [CHANGED]);
  await followPage();
  expect(await titleOf(CHANGED)).toBeUndefined();
  await appendFile(join(content, 'your-fertile-window', `${CHANGED}.md`), '\nMore words.\n');
  await followPage();
  expect(await titleOf(CHANGED)).toBe('New: Six days, not one');
});
