import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRoot } from '../embedded/account.ts';
import { removeData } from '../embedded/cluster-folder.ts';
import { buildPortal } from '../portal/build.ts';
import { newDataFolder } from '../testing/new-data-folder.ts';
import { spawnPortal } from '../testing/spawn-portal.ts';
import { testDatabase } from '../testing/test-database.ts';
import { fileProblem } from './file-problem.ts';

const NO_BUILD = { PORTAL_IS_ELSEWHERE: 'true', DEMO_DATA: 'false' };
const NOBODY = 65_534;
// Root may write everywhere, so the portal is started as an unprivileged user.
const AS_NOBODY = isRoot()
  ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--inh-caps=-all']
  : [];

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'bea-place-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function refusalOf(choices: Parameters<typeof spawnPortal>[0]): Promise<string> {
  const portal = await spawnPortal({ ...choices, untilReady: false });
  expect(await portal.ended).toBe(1);
  expect(portal.printed()).not.toMatch(/ at .*\.ts:\d+/);
  return portal.printed();
}

const deployments = async () => {
  const own = await testDatabase();
  onTestFinished(own.remove);
  return [NO_BUILD, { ...NO_BUILD, DATABASE_URL: own.url }];
};

test('a file in place of the data folder, or above it, is reported in one sentence', async () => {
  const file = join(await folder(), 'data');
  await writeFile(file, '');
  const [embedded, own] = await deployments();
  expect(await refusalOf({ env: embedded!, dataFolder: file })).toContain(
    `DATA_DIR: ${file}: there is a file at this path.`,
  );
  expect(await refusalOf({ env: own!, dataFolder: join(file, 'inside') })).toContain(
    `DATA_DIR: ${join(file, 'inside')}: a part of this path is a file, not a folder.`,
  );
});

test('a data folder that cannot be written is reported in one sentence, with what to do', async () => {
  const closed = join(await folder(), 'data');
  await mkdir(closed);
  await chmod(join(closed, '..'), 0o755);
  if (isRoot()) await chown(closed, NOBODY, NOBODY);
  await chmod(closed, 0o500);
  for (const env of await deployments()) {
    const own = 'DATABASE_URL' in env;
    // The embedded deployment may repair its own folder's permissions, but files in it may still belong to
    // someone else.
    const dataFolder = own ? closed : join(closed, 'inside');
    expect(await refusalOf({ env, dataFolder, under: AS_NOBODY })).toContain(
      `DATA_DIR: ${dataFolder}: this user can’t read or write it. Give it to the user that runs the portal`,
    );
  }
});

test('files that belong to someone else are reported too: the secrets are not recreated', async () => {
  const dataFolder = await newDataFolder({ withDatabase: true });
  onTestFinished(() => removeData(dataFolder));
  await rm(join(dataFolder, 'secrets.json'), { force: true });
  await mkdir(join(dataFolder, 'secrets.json')); // as unreadable as another user's file, for root too
  expect(await refusalOf({ env: NO_BUILD, dataFolder })).toContain('it is a folder, not a file.');
  await rm(join(dataFolder, 'secrets.json'), { recursive: true });
  await writeFile(join(dataFolder, 'secrets.json'), '{"jwtSecret": "cut sho');
  expect(await refusalOf({ env: NO_BUILD, dataFolder })).toContain('secrets.json cannot be read: ');
});

test('a backup without a destination, a list in an older encoding and a restore without a file are reported in one sentence', async () => {
  const env = (await deployments())[1]!;
  const place = await folder();
  const portal = await spawnPortal({ env });
  onTestFinished(() => portal.remove());
  const ask = async (...words: [string, ...string[]]) => {
    const { code, printed } = await portal.command(...words);
    expect(code).toBe(1);
    return printed;
  };
  const nowhere = join(place, 'none/portal.backup');
  expect(await ask('backup', nowhere)).toBe(`${nowhere}: there is no such file or folder.\n`);
  expect(await ask('backup', place)).toBe(`${place}: it is a folder, not a file.\n`);
  const latin1 = join(place, 'list.csv');
  await writeFile(latin1, Buffer.from('email,first,last\nrobin@example.com,Zoë,Castellano\n', 'latin1'));
  expect(await ask('invite', '--csv', latin1)).toBe(
    `--csv: ${latin1} is not UTF-8. Save it as "CSV UTF-8" so names keep their accents.\n`,
  );
  await portal.end();
  expect(await ask('restore', nowhere)).toBe(`${nowhere} cannot be read: there is no such file or folder.\n`);
  expect(await ask('restore', place)).toBe(`${place} cannot be read: it is a folder, not a file.\n`);
});

test('a backup without the portal’s settings creates no empty database to back up', async () => {
  const dataFolder = await folder();
  const portal = await spawnPortal({ env: NO_BUILD, dataFolder, untilReady: false });
  onTestFinished(() => portal.remove());
  await portal.end('SIGKILL');
  await rm(dataFolder, { recursive: true, force: true });
  expect(await portal.command('backup', join(await folder(), 'portal.backup'))).toEqual({
    code: 1,
    printed: `There’s no portal in ${dataFolder}. Point to its settings with --env-file FILE or PORTAL_ENV.\n`,
  });
});

test('a portal that cannot be built in its folder says who can build it', async () => {
  const file = join(await folder(), 'file');
  await writeFile(file, '');
  const web = join(file, 'web');
  await expect(buildPortal(web)).rejects.toThrow(
    `The portal isn’t built, and can’t be: ${web}: a part of this path is a file, not a folder. Or run npm run build once as its owner.`,
  );
});

test('a read-only or full disk has its own sentence; a socket is not a file', () => {
  const failed = (code: string, syscall: string) =>
    Object.assign(new Error(code), { code, syscall, path: '/x' });
  expect(fileProblem(failed('EROFS', 'mkdir'))).toContain('/x: its file system is read-only.');
  expect(fileProblem(failed('ENOSPC', 'write'))).toBe('/x: the disk is full.');
  expect(fileProblem(failed('ENOENT', 'connect'))).toBeNull();
  expect(fileProblem(new Error('another'))).toBeNull();
});
