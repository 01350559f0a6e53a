import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { completeSecrets, createKeys } from '../auth/keys.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { serveHttp } from '../http/serve.ts';
import { readSettings } from '../settings/settings.ts';
import { portalRoutes } from './routes.ts';

const ROOT = join(import.meta.dirname, '../..');
const SUPABASE = 'abcdefghijklmnopqrst.supabase.co';
const CONNECTIONS = `https://${SUPABASE} wss://${SUPABASE}`;

/** As docs/deploy-supabase.md says. */
const build = (folder: string, address = `https://${SUPABASE}`) =>
  spawnSync(process.execPath, ['scripts/build.ts', '--to', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...process.env,
      VITE_SUPABASE_URL: address,
      VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
      BUILD_QUICKLY: 'true',
    },
  });

let web: string;
let printed: string;
let rules: Map<string, Record<string, string>>;
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'bea-static-'));
  printed = build(join(web, 'dist')).stdout;
  rules = readRules(await readFile(join(web, 'dist/_headers'), 'utf8'));
});
afterAll(() => rm(web, { recursive: true, force: true }));

function readRules(text: string): typeof rules {
  const blocks = text.trim().split(/\n(?! )/);
  return new Map(
    blocks.map((block) => {
      const [path, ...lines] = block.split('\n');
      return [path!, Object.fromEntries(lines.map((line) => line.trim().split(/: (.*)/, 2)))];
    }),
  );
}

const policy = () => rules.get('/*')!['Content-Security-Policy']!;
const pages = () => globSync('**/*.html', { cwd: join(web, 'dist') });
const hashesIn = (text: string) => text.match(/ 'sha256-[^']+'/g) ?? [];

/** The same build, served by our own server in production. */
async function ownServer(): Promise<string> {
  const secrets = await completeSecrets({});
  const settings = readSettings({
    NODE_ENV: 'production',
    SITE_URL: 'https://portal.clinic.example',
    JWT_SECRET: secrets.jwtSecret,
    SUPABASE_ANON_KEY: secrets.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.serviceRoleKey,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'care@example.com',
  });
  const app = new Hono()
    .use(securityHeaders(settings))
    .route('/', portalRoutes({ settings, keys: createKeys(secrets), readClinic: async () => ({}) }, web));
  const server = serveHttp(app, { port: 0, hostname: '127.0.0.1', maxPerAddress: 100 });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the build prints the policy it writes', () => {
  expect(printed).toContain(`/_headers`);
  expect(printed.split('\n')).toContain(`Content-Security-Policy: ${policy()}`);
});

test('each page has our server’s headers, except for its connections and inline content', async () => {
  const url = await ownServer();
  expect(pages().length).toBeGreaterThan(15);
  for (const page of pages()) {
    const path = page === 'team.html' ? '/team' : `/${dirname(page).replace(/^\.$/, '')}`;
    const { headers } = await fetch(url + path);
    const own = headers.get('content-security-policy')!;
    const others = hashesIn(policy()).filter((hash) => !own.includes(hash));
    const expected = others
      .reduce((left, hash) => left.replace(hash, ''), policy())
      .replace(CONNECTIONS, 'wss://portal.clinic.example');
    expect(own, path).toBe(expected);
    for (const [name, value] of Object.entries(rules.get('/*')!)) {
      if (name !== 'Content-Security-Policy') expect(headers.get(name), `${path} ${name}`).toBe(value);
    }
  }
  const call = await fetch(`${url}/call/a-room`);
  expect(rules.get('/call/*')).toEqual({ 'Permissions-Policy': call.headers.get('permissions-policy') });
  const teamCall = await fetch(`${url}/team/calls/4f1c`);
  expect(teamCall.headers.get('permissions-policy')).toContain('camera=(self)');
  expect(rules.get('/team/calls/*')).toEqual({
    'Permissions-Policy': teamCall.headers.get('permissions-policy'),
  });
  const [asset] = globSync('assets/*.js', { cwd: join(web, 'dist') });
  const { headers } = await fetch(`${url}/${asset}`);
  expect(rules.get('/assets/*')).toEqual({ 'Cache-Control': headers.get('cache-control') });
});

test('the policy lists the inline styles and scripts of the built pages, each once, and nothing needs more', async () => {
  const found = new Set<string>();
  for (const page of pages()) {
    const html = await readFile(join(web, 'dist', page), 'utf8');
    for (const [, , inline] of html.matchAll(/<(style|script)>([^]*?)<\/\1>/g)) {
      found.add(` 'sha256-${createHash('sha256').update(inline!).digest('base64')}'`);
    }
    const markup = html.replaceAll(/<script>[^]*?<\/script>/g, '');
    expect(markup, page).not.toMatch(/<script(?![^>]* src="\/)|<[^>]+ (style|on\w+)=/);
  }
  expect(hashesIn(policy()).sort()).toEqual([...found].sort());
});

test('no line is longer than Cloudflare accepts', () => {
  const longest = Math.max(
    ...[...rules.values()].flatMap(Object.values).map((value: string) => value.length),
  );
  expect(longest).toBeLessThan(1_900);
});

test('a static host serves the workspace page at all its URLs, by a rule that no host takes for a loop', async () => {
  const [rule, ...others] = (await readFile(join(web, 'dist/_redirects'), 'utf8')).trim().split('\n');
  const [from, to, status] = rule!.split(' ');
  expect({ from, status, others }).toEqual({ from: '/team/*', status: '200', others: [] });
  // Cloudflare serves pages without `.html`, and would redirect if the target included it.
  expect(pages()).toContain(`${to!.slice(1)}.html`);
});

test('an invalid URL is refused before anything is built', () => {
  const { status, stderr } = build(join(web, 'other'), 'abcdefghijklmnopqrst');
  expect(status).toBe(1);
  expect(stderr).toContain('VITE_SUPABASE_URL is not an address: abcdefghijklmnopqrst');
});
