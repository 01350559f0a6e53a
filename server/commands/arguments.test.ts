import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { BASELINE } from '../database/baseline.ts';
import { isRoot } from '../embedded/account.ts';
import { testDatabase } from '../testing/test-database.ts';
import { inherited } from '../testing/inherited.ts';
import { times } from '../testing/times.ts';

const ROOT = join(import.meta.dirname, '../..');
const COMMANDS = [
  'invite',
  'uninvite',
  'team',
  'reset',
  'backup',
  'restore',
  'keys',
  'move',
  'test-mail',
].map((name) => `server/commands/${name}.ts`);
const ACTIONS = ['availability', 'appointment-types', 'events'].map((name) => `server/commands/${name}.ts`);
const EVERY = [...COMMANDS, ...ACTIONS, 'server/main.ts'];
// Each is a process.
const [SOME, OTHERS] = [0, 1].map((turn) => EVERY.filter((_, at) => at % 3 === turn)) as [string[], string[]];

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-words-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

// Root may read everything, so the command runs as an unprivileged user.
const AS_NOBODY = isRoot()
  ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--inh-caps=-all']
  : [];

async function run(folder: string, words: string[], env: NodeJS.ProcessEnv = {}, under: string[] = []) {
  const [command, ...args] = [...under, process.execPath, ...words];
  const child = spawn(command!, args, {
    cwd: ROOT,
    env: { ...inherited, DATA_DIR: join(folder, 'data'), ...env },
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said.out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said.err += part));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...said };
}

test.each(times(OTHERS, EVERY))('%s --help prints its usage, and does nothing', async (file) => {
  const folder = await emptyFolder();
  const { code, out, err } = await run(folder, [file, '--help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/npm (run \S+|start)/);
  expect(out).not.toContain('JWT_SECRET=');
  expect(await readdir(folder)).toEqual([]);
});

test.each(times(SOME, EVERY))('%s refuses an unknown option, with the usage', async (file) => {
  const folder = await emptyFolder();
  const first = ACTIONS.includes(file) ? ['list'] : [];
  const { code, err } = await run(folder, [file, ...first, '--surprise']);
  expect(code).toBe(1);
  expect(err).toMatch(/Unknown option '--surprise'[\s\S]*npm (run|start)/);
  expect(await readdir(folder)).toEqual([]);
});

const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';
// oxlint-disable-next-line no-control-regex
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

test('a list of patients prints no terminal escape, and no line of its own', async () => {
  const folder = await emptyFolder();
  const file = join(folder, 'patients.csv');
  const address = `"a${HOSTILE}\ninvited b@example.com"`;
  await writeFile(file, `email,first,last\n${address},A,B\n${address},A,B\n`);
  const { url, remove } = await testDatabase();
  onTestFinished(remove);
  const { code, out, err } = await run(folder, ['server/commands/invite.ts', '--no-mail', '--csv', file], {
    DATABASE_URL: url,
  });
  expect(code).toBe(1);
  expect(out + err).not.toMatch(OBEYED);
  expect(err.trim().split('\n')).toEqual([
    'line 2: email: Please enter a valid email address',
    'line 4: email: Please enter a valid email address',
  ]);
});

test('nor does a backup', async () => {
  const folder = await emptyFolder();
  const file = join(folder, 'hostile.backup');
  const header = {
    format: 'bea-portal-backup 1',
    madeAt: '',
    migrations: [BASELINE, `2099${HOSTILE}\nrestored 9 tables`],
  };
  await writeFile(file, gzipSync(`${JSON.stringify(header)}\n${JSON.stringify({ end: {} })}\n`));
  const { code, out, err } = await run(folder, ['server/commands/restore.ts', file]);
  expect(code).toBe(1);
  expect(out + err).not.toMatch(OBEYED);
  expect(err).toContain('2099\\x1b]0;owned');
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('settings come from a file, with spaces and all, and the environment’s own come first', async () => {
  const folder = await emptyFolder();
  const file = join(folder, 'portal.env');
  await writeFile(
    file,
    `NODE_ENV=production\nMAIL_FROM=Béa <care@clinic.example>\nDATA_DIR=${folder}/elsewhere\n`,
  );
  for (const [words, env] of [
    [['--env-file', file], {}],
    [[], { PORTAL_ENV: file }],
  ] as const) {
    const found = await run(folder, ['server/commands/reset.ts', ...words], { DATA_DIR: undefined, ...env });
    expect(found).toMatchObject({ code: 0, out: `There’s no data in ${folder}/elsewhere.\n` });
  }
  const overruled = await run(folder, ['server/commands/reset.ts', '--env-file', file]);
  expect(overruled.out).toBe(`There’s no data in ${folder}/data.\n`);
  const missing = await run(folder, ['server/commands/reset.ts'], { PORTAL_ENV: `${file}.txt` });
  expect(missing).toMatchObject({ code: 1, err: `${file}.txt: this settings file doesn’t exist\n` });
});

test('a line that systemd would read differently is named, and nothing is done', async () => {
  const folder = await emptyFolder();
  const file = join(folder, 'portal.env');
  await writeFile(
    file,
    'NODE_ENV=production\nMAIL_FROM="Béa Clinic" <care@clinic.example>\nPORT=3000 # remark\n',
  );
  const { code, err } = await run(folder, ['server/commands/reset.ts', '--env-file', file]);
  expect(code).toBe(1);
  expect(err.trim().split('\n')).toEqual([
    expect.stringMatching(/portal\.env: .*differently/),
    expect.stringMatching(/^line 2: MAIL_FROM has something after its closing quote/),
    expect.stringMatching(/^line 3: PORT has a #/),
  ]);
});

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

test('run by npm, a missing or unreadable settings file is reported in our words', async () => {
  // Node takes --env-file for its own option, wherever it stands, unless -- comes before.
  const started = Object.values(scripts).filter((script) => /^node (-- )?server\//.test(script));
  expect(started.length).toBeGreaterThan(10);
  expect(started.filter((script) => !script.startsWith('node -- server/'))).toEqual([]);
  const folder = await emptyFolder();
  const file = join(folder, 'portal.env');
  const reset = [...scripts['reset']!.split(' ').slice(1), '--env-file', file];
  const missing = await run(folder, reset);
  expect(missing).toMatchObject({ code: 1, err: `${file}: this settings file doesn’t exist\n` });
  await writeFile(file, 'NODE_ENV=production\n', { mode: 0o600 });
  expect(await run(folder, reset)).toMatchObject({ code: 0 });
  await chmod(folder, 0o755);
  await chmod(file, 0o000);
  expect(await run(folder, reset, {}, AS_NOBODY)).toMatchObject({
    code: 1,
    err: `${file}: this user can’t read these settings. Run it as the user that runs the portal: sudo -u …\n`,
  });
});

test('in production, no one deletes every patient with a command from their shell history', async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, 'record'), 'somebody’s');
  await chmod(folder, 0o700);
  const production = { NODE_ENV: 'production', DATA_DIR: folder };
  const refused = await run(folder, ['server/commands/reset.ts'], production);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('npm run reset -- --yes-delete-all-patients');
  expect(await readdir(folder)).toEqual(['record']);
  const meant = await run(folder, ['server/commands/reset.ts', '--yes-delete-all-patients'], production);
  expect(meant).toMatchObject({
    code: 0,
    out: `The data in ${folder} is gone. The next start creates a new portal.\n`,
  });
});

test('a move names each missing project setting', async () => {
  const folder = await emptyFolder();
  const move = (env: NodeJS.ProcessEnv) =>
    run(folder, ['server/commands/move.ts', 'to-supabase', 'clinic.backup'], env);
  const named = {
    SUPABASE_DB_URL: 'postgresql://127.0.0.1:1/postgres',
    SUPABASE_URL: 'https://project.example',
  };
  expect((await move(named)).err).toBe('SUPABASE_SECRET_KEY is missing: a secret key of the project.\n');
  expect((await move({})).err).toBe(
    'SUPABASE_DB_URL is missing: the project’s connection string, role postgres.\n' +
      'SUPABASE_URL is missing: the project’s address.\n' +
      'SUPABASE_SECRET_KEY is missing: a secret key of the project.\n',
  );
});

test('no one is emailed an address that leads nowhere', async () => {
  const folder = await emptyFolder();
  const { url, remove } = await testDatabase();
  onTestFinished(remove);
  const invited = (more: string[], environment = {}) => {
    const person = ['--email=a@example.com', '--first=A', '--last=B', ...more];
    return run(folder, ['server/commands/invite.ts', ...person], { DATABASE_URL: url, ...environment });
  };
  const { code, err } = await invited([]);
  expect({ code, err: err.trim() }).toEqual({
    code: 1,
    err: 'SITE_URL is missing: the email says where to sign in. Set it, or write to them yourself and use --no-mail.',
  });
  expect(await invited(['--no-mail'])).toMatchObject({ code: 0 });
  expect(await invited([], { SITE_URL: 'https://portal.example' })).toMatchObject({ code: 0 });
});
