import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { completeSecrets } from '../server/auth/keys.ts';
import { isRoot, namedUser } from '../server/embedded/account.ts';
import { freePort } from '../server/testing/spawn-portal.ts';

const ROOT = join(import.meta.dirname, '..');

type Step = { name: string; words: string };
type Image = {
  root: string;
  folder: string;
  environment: Record<string, string>;
  command: string[];
  health: string[];
};

/** The container's user: an ordinary one, even if root runs the tests. */
const user = isRoot() ? await namedUser() : null;
const asUser =
  user === null ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--inh-caps=-all'];

test(
  'without a container engine, an ordinary user: the Containerfile’s steps produce a portal that passes its own health check',
  { timeout: 300_000 },
  async () => {
    const place = await mkdtemp(join(tmpdir(), 'bea-image-'));
    if (user !== null) await chown(place, user, user);
    onTestFinished(() => rm(place, { recursive: true, force: true }));
    const images = new Map<string, Image>();
    let image: Image | undefined;
    for (const { name, words } of stepsOf(readFileSync(join(ROOT, 'Containerfile'), 'utf8'))) {
      if (name === 'FROM') {
        const stage = / AS (\w+)$/.exec(words)?.[1] ?? 'last';
        const root = join(place, stage);
        image = { root, folder: root, environment: {}, command: [], health: [] };
        images.set(stage, image);
        await mkdir(join(root, 'home'), { recursive: true });
      } else await STEPS[name]!(image!, words, images);
    }
    expect(words(image!.command)).toBe('node server/main.ts');
    await startAndAsk(image!);
  },
);

const words = (command: string[]) => command.join(' ');

const stepsOf = (text: string): Step[] =>
  text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => /^([A-Z]+) (.+)$/.exec(line)!)
    .map(([, name, rest]) => ({ name: name!, words: rest! }));

/** An unknown instruction ends the test, because it would be left out. */
const STEPS: Record<string, (image: Image, words: string, images: Map<string, Image>) => unknown> = {
  ENV: ({ environment }, text) =>
    Object.assign(environment, Object.fromEntries(text.split(' ').map((pair) => pair.split('=')))),
  WORKDIR: async (image, path) => {
    image.folder = join(image.root, path);
    await mkdir(image.folder);
  },
  COPY: copyInto,
  RUN: runIn,
  USER: (_image, name) => expect(name).toBe('node'),
  VOLUME: ({ root }, path) => expect(existsSync(join(root, path))).toBe(true),
  EXPOSE: ({ environment }, port) => expect(environment['PORT']).toBe(port),
  HEALTHCHECK: (image, text) => (image.health = JSON.parse(text.replace(/^.*CMD /, '')) as string[]),
  CMD: (image, text) => (image.command = JSON.parse(text) as string[]),
};

async function copyInto(image: Image, text: string, images: Map<string, Image>): Promise<void> {
  const [, stage, paths] = /^(?:--from=(\w+) )?(.+)$/.exec(text)!;
  const sources = paths!.split(' ');
  const target = sources.pop()!;
  for (const source of sources) {
    const from = stage ? join(images.get(stage)!.root, source) : join(ROOT, source);
    const isInside = target.endsWith('/') || sources.length > 1;
    const to = join(image.folder, target, isInside ? basename(source) : '');
    await mkdir(dirname(to), { recursive: true });
    await cp(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => stage !== undefined || !isIgnored(relative(ROOT, path)),
    });
  }
}

const ignored = readFileSync(join(ROOT, '.containerignore'), 'utf8').trim().split('\n');
const isIgnored = (path: string) =>
  ignored.some((pattern) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : `${path}/`.startsWith(`${pattern}/`),
  );

async function runIn(image: Image, line: string): Promise<void> {
  if (line.includes('ensure-installed')) await bringPackages(image.folder);
  await own(image.root);
  // Outside a container the folder above isn't `/`, and its user already owns it.
  const local = line.replaceAll(/ (\/\w+)/g, ` ${image.root}$1`).replaceAll(/chown node \S+/g, 'true');
  const [command, ...args] = [...asUser, 'sh', '-c', local];
  const ran = spawnSync(command, args, { cwd: image.folder, env: environmentOf(image), encoding: 'utf8' });
  expect(ran, `${line}\n${ran.stdout}${ran.stderr}`).toMatchObject({ status: 0 });
}

/**
 * Answers like the registry for the lock file: the same packages from this machine, without those for tests.
 */
async function bringPackages(folder: string): Promise<void> {
  const file = join(ROOT, 'node_modules/.package-lock.json');
  const record = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { dev?: boolean }> };
  const product = Object.entries(record.packages).filter(
    ([path, { dev }]) => !dev && !/node-linux-(x64|arm64)$/.test(path),
  );
  for (const [path] of product) {
    if (path.includes('/node_modules/')) continue; // is part of the one around it
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(ROOT, path), join(folder, path));
  }
  const kept = JSON.stringify({ ...record, packages: Object.fromEntries(product) });
  await writeFile(join(folder, 'node_modules/.package-lock.json'), kept);
}

const environmentOf = ({ root, environment }: Image) => ({
  ...environment,
  PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  HOME: join(root, 'home'),
  // Anything missing must fail here instead of being downloaded.
  npm_config_offline: 'true',
  BUILD_QUICKLY: 'true',
});

async function startAndAsk(image: Image): Promise<void> {
  await own(image.root);
  const port = String(await freePort());
  const { jwtSecret, anonKey, serviceRoleKey } = await completeSecrets({});
  const env = {
    ...environmentOf(image),
    DATA_DIR: join(image.root, image.environment['DATA_DIR']!),
    PORT: port,
    SITE_URL: 'https://portal.example.com',
    JWT_SECRET: jwtSecret,
    SUPABASE_ANON_KEY: anonKey,
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'care@example.com',
  };
  const [command = '', ...args] = [...asUser, ...image.command];
  const portal = spawn(command, args, { cwd: image.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [portal.stdout, portal.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (printed += part));
  const ended = once(portal, 'exit');
  const isHealthy = () => {
    if (portal.exitCode !== null) throw new Error(`It ended:\n${printed}`);
    const [name = '', ...rest] = image.health.map((word) => word.replaceAll(':3000', `:${port}`));
    return spawnSync(name, rest, { cwd: image.folder, env }).status;
  };
  try {
    await expect.poll(isHealthy, { timeout: 120_000, interval: 1_000, message: 'its health check' }).toBe(0);
    const home = await fetch(`http://127.0.0.1:${port}/auth`);
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('<div id="root"')]);
  } finally {
    portal.kill('SIGTERM');
    await ended;
  }
}

/** Everything belongs to the user, except the targets of links. */
async function own(path: string): Promise<void> {
  if (user === null) return;
  await chown(path, user, user);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) await own(inside);
    else await chown(inside, user, user);
  }
}
