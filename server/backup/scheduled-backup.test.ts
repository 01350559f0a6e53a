import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { sayNotRun } from '../testing/not-run.ts';
import { freePort } from '../testing/spawn-portal.ts';
import { testDatabase } from '../testing/test-database.ts';
import { inherited } from '../testing/inherited.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAME = /^portal-\d{8}T\d{6}Z\.backup(\.age)?$/;
const SOME_KEY = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const HAS_AGE = spawnSync('age', ['--version']).status === 0;

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'bea-scheduled-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function clinic() {
  const { database, url, remove } = await testDatabase();
  onTestFinished(remove);
  const [kept, dataFolder] = [await folder(), await folder()];
  const env = { ...inherited, DATABASE_URL: url, DATA_DIR: dataFolder };
  return { database, kept, env };
}

async function run(env: NodeJS.ProcessEnv, command: string, ...words: string[]) {
  const child = spawn(process.execPath, [`server/commands/${command}.ts`, ...words], { cwd: ROOT, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (printed += part));
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, printed };
}

async function lastBackup({ query }: Database): Promise<Date | null> {
  const { rows } = await query<{ at: string }>(
    `select value ->> 'at' as at from portal_server.facts where name = 'last_backup'`,
  );
  return rows[0] ? new Date(rows[0].at) : null;
}

/** A folder for PATH with a fake `age`, next to the machine's own programs. */
async function pathWithAge(script: string): Promise<string> {
  const programs = await folder();
  await writeFile(join(programs, 'age'), `#!/bin/sh\n${script}\n`);
  await chmod(join(programs, 'age'), 0o755);
  return `${programs}:${process.env['PATH']}`;
}

test('only the key’s owner can read a backup, and it restores everything', async (context) => {
  const { database, kept, env } = await clinic();
  await database.query(
    `insert into public.invitations (email, first_name, last_name) values ('kept@example.com', 'Kept', 'Person')`,
  );
  if (!HAS_AGE) {
    await sayNotRun(context, 'age is not installed (apt-get install age): only its absence is tried here');
    const { code, printed } = await run(env, 'backup', '--folder', kept, '--recipient', SOME_KEY);
    expect({ code, printed }).toMatchObject({
      code: 1,
      printed: expect.stringContaining('apt-get install age'),
    });
    return;
  }
  const keyFile = join(await folder(), 'key.txt');
  const { stderr } = spawnSync('age-keygen', ['-o', keyFile], { encoding: 'utf8' });
  const recipient = /age1\w+/.exec(stderr)![0];
  const made = await run(env, 'backup', '--folder', kept, '--recipient', recipient);
  expect(made).toMatchObject({ code: 0, printed: expect.stringMatching(/\.backup\.age: \d+ tables/) });
  const names = await readdir(kept);
  expect(names).toEqual([expect.stringMatching(NAME)]);
  const encrypted = join(kept, names[0]!);
  expect((await readFile(encrypted, 'latin1')).slice(0, 22)).toBe('age-encryption.org/v1\n');
  expect((await lastBackup(database))!.getTime()).toBeGreaterThan(Date.now() - 60_000);

  // As docs/operations.md says it.
  const plain = join(await folder(), 'portal.backup');
  expect(spawnSync('age', ['-d', '-i', keyFile, '-o', plain, encrypted]).status).toBe(0);
  const target = await clinic();
  const restored = await run(target.env, 'restore', plain);
  expect(restored).toMatchObject({ code: 0, printed: expect.stringContaining('restored') });
  const found = await run(target.env, 'uninvite', '--email', 'kept@example.com');
  expect(found.printed).toBe('kept@example.com can no longer sign in\n');
  const still = await run(target.env, 'restore', encrypted);
  expect(still.printed).toContain('is encrypted');
});

const FAILURES: [string, () => Promise<NodeJS.ProcessEnv>, RegExp][] = [
  [
    'a database that is away',
    async () => ({
      DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/x`,
      PATH: await pathWithAge('cat'),
    }),
    /DATABASE_URL/,
  ],
  ['an age that is not there', async () => ({ PATH: await folder() }), /apt-get install age/],
  [
    'a key that age does not know',
    async () => ({ PATH: await pathWithAge('echo "malformed recipient" >&2; exit 1') }),
    /malformed recipient/,
  ],
  [
    'an age that ends halfway',
    async () => ({
      PATH: await pathWithAge('[ "$(head -c 10 | wc -c)" = 0 ] && exit 0; echo gone >&2; exit 1'),
    }),
    /age couldn’t encrypt for this recipient: gone/,
  ],
];

test.each(FAILURES)(
  '%s keeps the older backups, leaves nothing half done, and fails',
  async (_name, other, words) => {
    const { database, kept, env } = await clinic();
    const older = 'portal-20200101T000000Z.backup.age';
    await writeFile(join(kept, older), 'an older one');
    const { code, printed } = await run(
      { ...env, ...(await other()) },
      'backup',
      '--folder',
      kept,
      '--recipient',
      SOME_KEY,
      '--keep-days',
      '1',
    );
    expect({ code, printed }).toMatchObject({ code: 1, printed: expect.stringMatching(words) });
    expect(await readdir(kept)).toEqual([older]);
    expect(await lastBackup(database)).toBeNull();
  },
);

test('a failed upload keeps the local backup and does not count; a successful one does', async () => {
  const { database, kept, env } = await clinic();
  const away = await folder();
  const older = 'portal-20200101T000000Z.backup.age';
  await writeFile(join(kept, older), 'an older one');
  const withAge = { ...env, PATH: await pathWithAge('echo sealed; cat >/dev/null') };
  const words = ['--folder', kept, '--recipient', SOME_KEY, '--keep-days', '7', '--upload'];
  const failed = await run(withAge, 'backup', ...words, 'echo no room at the store >&2; exit 3');
  expect(failed.code).toBe(1);
  expect(failed.printed).toMatch(/no room at the store\nThe upload ended with 3\. .*is still here/);
  expect(await readdir(kept)).toHaveLength(2);
  expect(await lastBackup(database)).toBeNull();
  const worked = await run(withAge, 'backup', ...words, `cp "$BACKUP_FILE" "${away}/"`);
  expect(worked).toMatchObject({ code: 0, printed: expect.stringContaining(`removed ${older}`) });
  const [arrived] = await readdir(away);
  expect(arrived).toMatch(NAME);
  expect(await readFile(join(away, arrived!), 'utf8')).toBe('sealed\n');
  expect(await lastBackup(database)).not.toBeNull();
});

test('only expired backups are removed, and drafts from a killed run: no one else’s files', async () => {
  const { kept, env } = await clinic();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const nameOf = (days: number) =>
    `portal-${daysAgo(days).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.backup.age`;
  const [young, old, draft, fresh] = [nameOf(6), nameOf(8), `${nameOf(2)}.x.draft`, `${nameOf(0)}.x.draft`];
  for (const name of [young, old, draft, fresh, 'notes.txt', 'before-upgrade.backup']) {
    await writeFile(join(kept, name), '');
    if (name !== fresh) await utimes(join(kept, name), daysAgo(9), daysAgo(9));
  }
  const { code } = await run(env, 'backup', '--folder', kept, '--keep-days', '7');
  expect(code).toBe(0);
  const left = await readdir(kept);
  expect(left).toHaveLength(5);
  expect(left).toEqual(expect.arrayContaining([young, fresh, 'notes.txt', 'before-upgrade.backup']));
});

test.each([
  [[], /npm run backup -- FILE/],
  [['a.backup', '--folder', 'x'], /npm run backup -- FILE/],
  [['a.backup', '--keep-days', '3'], /--keep-days: only with --folder/],
  [['--folder', 'x', '--keep-days', '0'], /--keep-days: must be a number of days/],
  [['--folder', 'x', '--recipient', ''], /--recipient: must be a public key/],
  [['a.backup', '--upload', 'true'], /--upload: only with --recipient/],
])('%j is refused before anything happens', async (words, sentence) => {
  const { code, printed } = await run(inherited, 'backup', ...words);
  expect({ code, printed }).toMatchObject({ code: 1, printed: expect.stringMatching(sentence) });
});
