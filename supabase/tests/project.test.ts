import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { seedSql } from '../../scripts/supabase-seed.ts';
import { signInCodeMail } from '../../server/mail/sign-in-code.ts';
import { testDatabase } from '../../server/testing/test-database.ts';

const SUPABASE = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(SUPABASE, file), 'utf8');
const config = read('config.toml');

/** What stands under one heading of the configuration. */
function section(name: string): Record<string, string> {
  const text = config.split(/^\[/m).find((part) => part.startsWith(`${name}]`));
  if (!text) throw new Error(`config.toml has no [${name}].`);
  return Object.fromEntries([...text.matchAll(/^(\w+) = (.+)$/gm)].map(([, key, value]) => [key, value]));
}

test('every function is configured, and nothing else', () => {
  const folders = readdirSync(join(SUPABASE, 'functions'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
  const configured = [...config.matchAll(/^\[functions\.([a-z-]+)\]$/gm)].map(([, name]) => name!);
  expect(configured.sort()).toEqual(folders.sort());
  for (const name of folders) {
    // Supabase's gateway knows neither the new keys nor ES256; the function itself decides who calls (keys.test.ts).
    expect(section(`functions.${name}`)).toEqual({
      verify_jwt: 'false',
      import_map: `"./functions/${name}/deno.json"`,
    });
  }
});

test('codes and sessions are as in the other homes', () => {
  expect(section('auth.email')).toMatchObject({ otp_length: '6', otp_expiry: '600', max_frequency: '"60s"' });
  expect(section('auth')).toMatchObject({ jwt_expiry: '600', refresh_token_reuse_interval: '10' });
  expect(section('auth.sessions')).toEqual({ timebox: '"2160h"', inactivity_timeout: '"336h"' });
});

test('a code is mailed as in the other homes, to new and known addresses alike', () => {
  for (const kind of ['magic_link', 'confirmation']) {
    const { subject, content_path: path } = section(`auth.email.template.${kind}`);
    expect(subject).toBe('"Your sign-in code"');
    expect(read(path!.slice('"./supabase/'.length, -1))).toBe(signInCodeMail('{{ .Token }}', 10).html);
  }
});

test('the hook that refuses uninvited addresses is one that the migrations make', () => {
  const { enabled, uri } = section('auth.hook.before_user_created');
  expect([enabled, uri]).toEqual(['true', '"pg-functions://postgres/private/before_user_created"']);
  const migrations = readdirSync(join(SUPABASE, 'migrations')).map((file) => read(`migrations/${file}`));
  expect(migrations.join()).toContain('create function private.before_user_created(event jsonb)');
});

test('buckets are those of the migrations', () => {
  const named = [...config.matchAll(/^\[storage\.buckets\.(\w+)\]$/gm)].map(([, name]) => name);
  expect(named).toEqual(['documents', 'guides']);
  for (const name of named) expect(read('migrations/20261115001300_storage.sql')).toContain(`'${name}'`);
});

test('the articles of the seed are those of the content folder', async () => {
  expect(existsSync(join(SUPABASE, 'seed.sql'))).toBe(true);
  expect(read('seed.sql') === (await seedSql()), 'run node scripts/supabase-seed.ts').toBe(true);
});

test('the seed may be run again, on a project as Supabase has it', async () => {
  const { database, remove } = await testDatabase('supabase');
  onTestFinished(remove);
  for (let run = 0; run < 2; run += 1) await database.query(read('seed.sql'));
  const { rows } = await database.query('select count(*)::int as articles from public.blog_articles');
  expect(rows[0]!['articles']).toBeGreaterThan(10);
});
