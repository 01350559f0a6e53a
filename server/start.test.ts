import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { completeSecrets } from './auth/keys.ts';
import { isRoot } from './embedded/account.ts';
import { runningOn } from './embedded/lock.ts';
import { removeData } from './embedded/cluster-folder.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { freePort, spawnPortal, type Portal } from './testing/spawn-portal.ts';

const NO_BUILD = { PORTAL_IS_ELSEWHERE: 'true', DEMO_DATA: 'false' };
// `npm run soak` tries them all.
const MOMENTS = process.env['KILLS'] ? [100, 250, 400, 550, 700] : [400];

async function portalFor(choices: Parameters<typeof spawnPortal>[0] = {}): Promise<Portal> {
  const portal = await spawnPortal({ ...choices, env: { ...NO_BUILD, ...choices.env } });
  onTestFinished(() => portal.remove());
  return portal;
}

/** Runs until the test that ends it. */
let running: Portal;
beforeAll(async () => {
  running = await spawnPortal({ env: { ...NO_BUILD, SMPT_URL: 'smtp://127.0.0.1' } });
});
afterAll(() => running.remove());

test('a second start on the same data says who is already running, and where', async () => {
  const portal = running;
  const second = spawnPortal({ dataFolder: portal.dataFolder, env: NO_BUILD });
  await expect(second).rejects.toThrow(
    new RegExp(`Already running at ${portal.dataFolder}: process ${portal.process.pid}, ${portal.url}`),
  );
  expect((await fetch(`${portal.url}/health`)).status).toBe(200);
});

test('Ctrl-C stops the server and its PostgreSQL, and the next start finds the data', async () => {
  const portal = await portalFor();
  const { code } = await portal.command(
    'invite',
    '--email',
    'kept@example.com',
    '--first',
    'Kept',
    '--last',
    'Person',
  );
  expect(code).toBe(0);
  expect(await portal.end('SIGINT')).toBe(0);
  await expect(readFile(join(portal.dataFolder, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT');
  expect(await runningOn(portal.dataFolder)).toBeNull();

  const again = await portalFor({ dataFolder: portal.dataFolder });
  const ended = await again.command('uninvite', '--email', 'kept@example.com');
  expect(ended).toEqual({ code: 0, printed: 'kept@example.com can no longer sign in\n' });
  const back = await again.command(
    'invite',
    ...'--email kept@example.com --first Kept --last Person'.split(' '),
  );
  expect(back).toEqual({
    code: 0,
    printed: 'access restored, with the same record: kept@example.com\n',
  });
});

test('Ctrl-C during startup stops its PostgreSQL too', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'bea-early-'));
  onTestFinished(() => removeData(dataFolder));
  const portal = await spawnPortal({ dataFolder, env: NO_BUILD, untilReady: false });
  const pidFile = () => readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  await expect.poll(pidFile, { interval: 5, timeout: 30_000 }).toMatch(/^\d+\n/);
  const pid = Number((await pidFile()).split('\n')[0]);
  await portal.end('SIGINT');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test(
  'a kill at any moment of the very first start leaves nothing that blocks the next, in a folder private to its owner',
  { timeout: 240_000 },
  async () => {
    for (const moment of MOMENTS) {
      const home = await mkdtemp(join(tmpdir(), 'bea-home-'));
      onTestFinished(() => rm(home, { recursive: true, force: true }));
      await chmod(home, 0o700);
      const dataFolder = join(home, 'project', '.data');
      await mkdir(dataFolder, { recursive: true });
      const killed = spawnPortal({ dataFolder, env: NO_BUILD, untilReady: false });
      await pause(moment);
      await (await killed).end('SIGKILL');
      const portal = await portalFor({ dataFolder });
      expect((await fetch(`${portal.url}/health`)).status).toBe(200);
      await portal.remove();
      expect(await readdir(join(home, 'project'))).toEqual([]);
    }
  },
);

test('a taken port is named, and nothing keeps running', async () => {
  const portal = running;
  const dataFolder = await newDataFolder({ withDatabase: true });
  onTestFinished(() => removeData(dataFolder));
  const port = Number(new URL(portal.url).port);
  // The other portal answers on that port, so wait for this one's own output.
  const refused = await spawnPortal({ dataFolder, port, env: NO_BUILD, untilReady: false });
  expect(await refused.ended).toBe(1);
  expect(refused.printed()).toContain(`Port ${port} is taken. Set PORT to a different port.`);
  expect(await runningOn(dataFolder)).toBeNull();
});

const firstOpenPort = Number(
  await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => 0),
);
// Root may open every port, unless that right is removed.
const withoutRight = isRoot() ? ['setpriv', '--bounding-set=-net_bind_service'] : [];
const canTry = firstOpenPort > 1 && (!isRoot() || spawnSync('setpriv', ['--version']).status === 0);

test(
  canTry
    ? 'a port that only root may open is named, with what to do'
    : 'this machine opens every port to everybody, or has no setpriv: a refused one is not tried',
  async () => {
    if (!canTry) return expect(firstOpenPort > 1 && !isRoot()).toBe(false);
    const dataFolder = await newDataFolder({ withDatabase: true });
    onTestFinished(() => removeData(dataFolder));
    const choices = { dataFolder, port: 1, env: NO_BUILD, under: withoutRight, untilReady: false };
    const refused = await spawnPortal(choices);
    expect(await refused.ended).toBe(1);
    expect(refused.printed()).toContain(
      'Port 1 needs more rights than this user has. Set PORT above 1023 and put a proxy in front.',
    );
    expect(await runningOn(dataFolder)).toBeNull();
  },
);

test('production without its settings does not start, and names each one, and misspelled ones', async () => {
  const env = { NODE_ENV: 'production', SMPT_URL: 'smtp://127.0.0.1' };
  const start = spawnPortal({ env, port: await freePort() });
  await expect(start).rejects.toThrow(
    /"found":"SMPT_URL","meant":"SMTP_URL"[\s\S]*SITE_URL is missing[\s\S]*JWT_SECRET is missing[\s\S]*SMTP_URL is missing/,
  );
});

test('everything printed is one JSON object per line, from first to last', async () => {
  const portal = running;
  await portal.end('SIGTERM');
  const lines = portal.printed().trim().split('\n');
  const events = lines.map((line) => (JSON.parse(line) as { event: string }).event);
  expect(events.filter((event) => event !== 'request')).toEqual([
    'unknown setting',
    'started',
    'stopping',
    'stopped',
  ]);
  expect(portal.printed()).toContain('"found":"SMPT_URL","meant":"SMTP_URL"');
  const refused = spawnPortal({ env: { PORT: 'three', SITE_URL: 'portal' }, port: -1 });
  const message = await refused.then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(message).toContain('{');
  for (const line of message.split('\n').slice(1).filter(Boolean)) {
    expect(JSON.parse(line)).toMatchObject({ event: 'not started' });
  }
});

async function productionSettings(): Promise<NodeJS.ProcessEnv> {
  const secrets = await completeSecrets({});
  return {
    NODE_ENV: 'production',
    SITE_URL: 'https://portal.example.com',
    JWT_SECRET: secrets.jwtSecret,
    SUPABASE_ANON_KEY: secrets.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.serviceRoleKey,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'care@example.com',
  };
}

test('production does not start on data with demo people, and says who they are', async () => {
  const demo = await portalFor({ env: { DEMO_DATA: 'true' } });
  await expect
    .poll(demo.printed)
    .toContain(
      'pregnant@example.com paused@example.com loss@example.com irregular@example.com held@example.com colleague@example.com address@example.com prepared@example.com late@example.com coach@example.com coach2@example.com coach3@example.com clinician@example.com clinician2@example.com admin@example.com"',
    );
  await demo.end();
  const start = portalFor({ dataFolder: demo.dataFolder, env: await productionSettings() });
  await expect(start).rejects.toThrow(
    /holds the demo people \(admin@example\.com, clinician2@example\.com, clinician@example\.com, coach2@example\.com, coach3@example\.com, coach@example\.com\)/,
  );
});

test('production has no mailbox, no demo desk and no demo patients', async () => {
  const portal = await portalFor({ env: await productionSettings() });
  expect((await fetch(`${portal.url}/dev/mailbox.json`)).status).toBe(404);
  expect((await fetch(`${portal.url}/dev/desk.js`)).status).toBe(404);
  expect((await fetch(`${portal.url}/dev/sign-in`, { method: 'POST' })).status).toBe(404);
  expect(await (await fetch(`${portal.url}/dev`)).text()).not.toContain('demo');
  expect(await (await fetch(`${portal.url}/config.json`)).json()).not.toHaveProperty('demo');
  expect((await fetch(`${portal.url}/health`)).headers.get('strict-transport-security')).toMatch(
    /max-age=63072000/,
  );
  const ended = await portal.command('uninvite', '--email', 'stage1@example.com');
  expect(ended.printed).toBe('stage1@example.com has no invitation\n');
});

test('a key signed with another secret is refused at the start', async () => {
  const { anonKey } = await completeSecrets({});
  const start = spawnPortal({ env: { ...NO_BUILD, SUPABASE_ANON_KEY: anonKey } });
  await expect(start).rejects.toThrow(
    'SUPABASE_ANON_KEY is not a token with the role \\"anon\\" signed with JWT_SECRET',
  );
});

test('a stop while waiting for the database does not wait with it', async () => {
  const port = await freePort();
  const portal = await spawnPortal({
    env: { PORTAL_IS_ELSEWHERE: 'true', DATABASE_URL: `postgres://bea:secret@127.0.0.1:${port}/portal` },
    untilReady: false,
  });
  onTestFinished(() => portal.remove());
  await expect.poll(portal.printed, { timeout: 30_000 }).toContain('"event":"waiting for the database"');
  expect(await portal.end('SIGTERM')).toBe(0);
  expect(portal.printed()).toContain('"event":"stopped"');
  expect(portal.printed()).not.toContain('not started');
});
