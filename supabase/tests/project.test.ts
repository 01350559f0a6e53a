import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MESSAGES } from '../../domain/copy/messages.ts';
import { FILE_TYPES } from '../../domain/messages/files/limits.ts';
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '../../domain/messages/pictures/limits.ts';
import { authMails } from '../../scripts/mail-templates.ts';
import { functionEntries } from '../../scripts/function-entries.ts';
import { seedSql } from '../../scripts/supabase-seed.ts';
import { signInCodeMail } from '../../server/mail/sign-in-code.ts';
import { testDatabase } from '../../server/testing/test-database.ts';

const SUPABASE = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(SUPABASE, file), 'utf8');
const config = read('config.toml');

/** What is under one heading of the configuration. */
function section(name: string): Record<string, string> {
  const text = config.split(/^\[/m).find((part) => part.startsWith(`${name}]`));
  if (!text) throw new Error(`config.toml has no [${name}].`);
  return Object.fromEntries([...text.matchAll(/^(\w+) = (.+)$/gm)].map(([, key, value]) => [key, value]));
}

test('every function has the entry and the packages that the command writes', () => {
  for (const { file, text } of functionEntries())
    expect(existsSync(file) && readFileSync(file, 'utf8') === text, `${file}: run npm run functions`).toBe(
      true,
    );
});

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

test('codes and sessions match the other deployments', () => {
  expect(section('auth.email')).toMatchObject({ otp_length: '6', otp_expiry: '600', max_frequency: '"60s"' });
  expect(section('auth')).toMatchObject({ jwt_expiry: '600', refresh_token_reuse_interval: '10' });
  expect(section('auth.sessions')).toEqual({ timebox: '"2160h"', inactivity_timeout: '"336h"' });
});

test('authenticator apps are the only second factor', () => {
  expect(section('auth.mfa.totp')).toEqual({ enroll_enabled: 'true', verify_enabled: 'true' });
  for (const other of ['phone', 'web_authn'])
    expect(section(`auth.mfa.${other}`)).toEqual({ enroll_enabled: 'false', verify_enabled: 'false' });
});

test('guessing and emailing are limited as tightly as a clinic of 5,000 patients allows', () => {
  expect(section('auth.rate_limit')).toMatchObject({
    email_sent: '6000',
    sign_in_sign_ups: '30',
    token_verifications: '30',
  });
});

// Every email GoTrue sends by default. Its notices about changes are only sent if they are turned on.
const MAILS = ['confirmation', 'email_change', 'invite', 'magic_link', 'reauthentication', 'recovery'];
const configured = (kind: string) => {
  const { subject, content_path: path } = section(`auth.email.template.${kind}`);
  return { subject: JSON.parse(subject!), html: read(JSON.parse(path!).slice('./supabase/'.length)) };
};

test('every email that the auth service can be made to send is ours', () => {
  const kinds = [...config.matchAll(/^\[auth\.email\.template\.(\w+)\]$/gm)].map(([, kind]) => kind!);
  expect(kinds.sort()).toEqual(MAILS);
  for (const kind of MAILS)
    expect(configured(kind), 'run node scripts/mail-templates.ts').toEqual(authMails[kind]!.mail);
  expect(config).not.toContain('[auth.email.notification');
});

test.each(['magic_link', 'confirmation', 'recovery'])(
  'the email "%s", whose code signs in, matches the other deployments',
  (kind) => {
    const { subject, html } = signInCodeMail('{{ .Token }}', 10);
    expect(configured(kind)).toEqual({ subject, html });
  },
);

test.each(MAILS)(
  'the email "%s" has a code or none, and never a password or a link that signs in',
  (kind) => {
    const { subject, html } = configured(kind);
    const words = html.replace(/<style>[^]*<\/style>|<[^>]+>/g, ' ');
    expect(subject + words).not.toMatch(/password|reset|confirm your sign-?up|fertil|treat|patient|clinic/i);
    expect(html).not.toMatch(/ConfirmationURL|TokenHash|<(img|link|script|iframe)\b|url\(/);
    expect(html.match(/\{\{.*?\}\}/g)).toEqual(kind === 'invite' ? ['{{ .SiteURL }}'] : ['{{ .Token }}']);
  },
);

test('the email about a change of address fits both mailboxes', () => {
  const { html } = configured('email_change');
  for (const words of ['change the email address', 'current address', 'new one', 'Without both codes'])
    expect(html).toContain(words);
});

test.each([
  ['refuses uninvited addresses', 'before_user_created', 'private'],
  ['locks a guessed second factor', 'mfa_verification_attempt', 'public'],
])('the hook that %s is one that the migrations create', (_, hook, schema) => {
  const { enabled, uri } = section(`auth.hook.${hook}`);
  expect([enabled, uri]).toEqual(['true', `"pg-functions://postgres/${schema}/${hook}"`]);
  const migrations = readdirSync(join(SUPABASE, 'migrations')).map((file) => read(`migrations/${file}`));
  expect(migrations.join()).toContain(`create function ${schema}.${hook}(event jsonb)`);
});

test('buckets match the migrations', () => {
  const named = [...config.matchAll(/^\[storage\.buckets\.([\w-]+)\]$/gm)].map(([, name]) => name);
  expect(named).toEqual(['documents', 'guides', 'message-uploads', 'team-uploads']);
  const made = ['storage/documents', 'messages/pictures'].map((file) => read(`schemas/${file}.sql`));
  for (const name of named) expect(made.join('')).toContain(`'${name}', '${name}'`);
});

test('pictures have the same limits and types in the bucket, the table, the portal and its words', () => {
  const { file_size_limit: largest, allowed_mime_types: types } = section('storage.buckets.message-uploads');
  const megabytes = MAX_PICTURE_BYTES / 1024 / 1024;
  expect(largest).toBe(`"${megabytes}MiB"`);
  expect((JSON.parse(types!) as string[]).sort()).toEqual([...PICTURE_TYPES]);
  const sql = read('schemas/messages/pictures.sql');
  expect(sql).toContain(`false, ${MAX_PICTURE_BYTES}, array['image/png', 'image/jpeg']`);
  const ofTeam = section('storage.buckets.team-uploads');
  expect(ofTeam.file_size_limit).toBe(`"${megabytes}MiB"`);
  expect((JSON.parse(ofTeam.allowed_mime_types!) as string[]).sort()).toEqual([...FILE_TYPES].sort());
  expect(sql).toContain(`false, ${MAX_PICTURE_BYTES}, array['image/png', 'image/jpeg', 'application/pdf']`);
  expect(sql).toContain(`check (type in (${FILE_TYPES.map((type) => `'${type}'`).join(', ')}))`);
  for (const words of [MESSAGES.pictures.hint, MESSAGES.pictures.tooLarge])
    expect(words).toContain(`${megabytes} MB`);
});

test('the seed’s articles match the content folder', async () => {
  expect(existsSync(join(SUPABASE, 'seed.sql'))).toBe(true);
  expect(read('seed.sql') === (await seedSql()), 'run node scripts/supabase-seed.ts').toBe(true);
});

test('the seed can be run again, on a project as Supabase creates it', async () => {
  const { database, remove } = await testDatabase('supabase');
  onTestFinished(remove);
  for (let run = 0; run < 2; run += 1) await database.query(read('seed.sql'));
  const { rows } = await database.query('select count(*)::int as articles from public.blog_articles');
  expect(rows[0]!['articles']).toBeGreaterThan(10);
});
