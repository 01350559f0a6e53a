import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRoot } from '../embedded/account.ts';
import { refuseWithoutPortal } from './existing-portal.ts';
import { inherited } from '../testing/inherited.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAME_ITS_SETTINGS = 'Point to its settings with --env-file FILE or PORTAL_ENV.';
const NOBODY = 65_534;
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--inh-caps=-all'];

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-existing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function run(dataFolder: string, [name, ...words]: string[], under: string[] = []) {
  const [command, ...args] = [...under, process.execPath, `server/commands/${name}.ts`, ...words];
  const child = spawn(command!, args, {
    cwd: ROOT,
    env: { ...inherited, DATA_DIR: dataFolder },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (printed += part));
  const [code] = (await once(child, 'close')) as [number];
  return { code, printed };
}

test.each([
  ['invite', '--email', 'a@clinic.example', '--first', 'A', '--last', 'B'],
  ['uninvite', '--email', 'a@clinic.example'],
  ['availability', 'list'],
  ['appointment-types', 'list'],
  ['events', 'list'],
  ['backup', '/tmp/never-written.backup'],
])(
  '%s where there is no portal creates none, and asks for the settings of the right one',
  async (...words) => {
    const folder = await emptyFolder();
    const dataFolder = join(folder, 'data');
    expect(await run(dataFolder, words)).toEqual({
      code: 1,
      printed: `There’s no portal in ${dataFolder}. ${NAME_ITS_SETTINGS}\n`,
    });
    expect(await readdir(folder)).toEqual([]);
  },
);

test('a portal whose database files root keeps elsewhere is one', async () => {
  const dataFolder = await emptyFolder();
  await expect(refuseWithoutPortal(dataFolder)).rejects.toThrow(NAME_ITS_SETTINGS);
  await writeFile(join(dataFolder, 'postgres-is-at'), '/elsewhere');
  await expect(refuseWithoutPortal(dataFolder)).resolves.toBeUndefined();
});

test(
  isRoot()
    ? 'on the data of another user a command says as whom to run it, whatever it would do'
    : 'no other user can be made by this one: a command on another user’s data is not tried',
  async () => {
    if (!isRoot()) return expect(process.getuid?.()).not.toBe(0);
    const folder = await emptyFolder();
    const dataFolder = join(folder, 'data');
    await mkdir(join(dataFolder, 'postgres'), { recursive: true });
    await chmod(folder, 0o755);
    for (const [owner, under] of [
      [NOBODY, []],
      [0, AS_NOBODY],
    ] as const) {
      await chown(dataFolder, owner, owner);
      await chmod(dataFolder, 0o700);
      for (const words of [['availability', 'list'], ['restore', 'no.backup'], ['reset']]) {
        expect(await run(dataFolder, words, [...under])).toEqual({
          code: 1,
          printed:
            `${dataFolder} belongs to another user (${owner}). Run the command as that user (sudo -u '#${owner}' …), ` +
            'or point to the settings of the right portal: --env-file FILE, or PORTAL_ENV.\n',
        });
      }
    }
  },
);

test(
  isRoot()
    ? 'where a command may not make a folder, it asks for the settings before it asks for rights'
    : 'this user may write wherever the test does: a folder that cannot be made is not tried',
  async () => {
    const folder = await emptyFolder();
    if (!isRoot()) return expect(await readdir(folder)).toEqual([]);
    await chmod(folder, 0o755);
    const { code, printed } = await run(join(folder, 'data'), ['restore', 'no.backup'], AS_NOBODY);
    expect(code).toBe(1);
    expect(printed).toContain('--env-file FILE, or PORTAL_ENV');
    expect(printed).not.toContain('chown');
  },
);
