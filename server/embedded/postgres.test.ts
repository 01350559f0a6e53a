import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../database/database.ts';
import { isRoot, namedUser } from './account.ts';
import { privateDataFolder } from './private-folder.ts';
import { removeData } from './cluster-folder.ts';
import { startPostgres, urlOfRunning } from './postgres.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'bea-embedded-'));
  await chmod(path, 0o711);
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('PostgreSQL listens in the data folder, for its own account alone, however deep that folder is', async () => {
  for (const name of ['data', join('d'.repeat(100), 'e'.repeat(100))]) {
    const dataFolder = await privateDataFolder(join(await folder(), name));
    onTestFinished(() => removeData(dataFolder));
    await chmod(join(dataFolder, '..'), 0o711);
    const postgres = await startPostgres(dataFolder);
    onTestFinished(() => postgres.stop());
    const { uid, mode } = await stat(join(dataFolder, 'socket'));
    expect([uid, mode & 0o777]).toEqual([(await stat(join(dataFolder, 'postgres'))).uid, 0o700]);
    expect((await stat(join(dataFolder, 'socket/.s.PGSQL.5432'))).isSocket()).toBe(true);
    const database = createDatabase(await urlOfRunning(dataFolder, postgres.socketFolder));
    onTestFinished(() => database.end());
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  }
});

async function started(dataFolder: string) {
  const postgres = await startPostgres(dataFolder);
  onTestFinished(() => postgres.stop());
  const cluster = join(dataFolder, 'postgres');
  const { uid } = await stat(cluster);
  const status = await readFile(`/proc/${postgres.pid()}/status`, 'utf8');
  return {
    postgres,
    uid,
    runsAs: [...status.matchAll(/^[UG]id:\s+(\d+)/gm)].map(([, id]) => Number(id)),
    owners: await ownersIn(cluster),
  };
}

/** The owner of each file and folder, and who else may access it. */
async function ownersIn(cluster: string): Promise<number[]> {
  const names = await readdir(cluster, { recursive: true });
  const found = await Promise.all(names.map((name) => lstat(join(cluster, name))));
  expect(found.filter((one) => !one.isSymbolicLink() && one.mode & 0o077)).toEqual([]);
  return [...new Set(found.map(({ uid }) => uid))];
}

const namedIds = async () =>
  [...(await readFile('/etc/passwd', 'utf8')).matchAll(/^[^:]*:[^:]*:(\d+):/gm)].map(([, id]) => Number(id));

test('the account that runs PostgreSQL is used by no other program: root has one created', async () => {
  const dataFolder = await privateDataFolder(join(await folder(), 'data'));
  onTestFinished(() => removeData(dataFolder));
  const { postgres, uid, runsAs, owners } = await started(dataFolder);
  expect(owners).toEqual([uid]);
  if (isRoot()) {
    expect(runsAs).toEqual([uid, uid]);
    expect(await namedIds()).not.toContain(uid);
  } else {
    expect(uid).toBe(process.getuid!());
  }
  expect((await readdir(dataFolder)).filter((name) => name.includes('draft'))).toEqual([]);
  await postgres.stop();
  expect((await started(dataFolder)).uid).toBe(uid);
});

test('files that an earlier version’s account owns change owner, and no others do', async () => {
  const dataFolder = await privateDataFolder(join(await folder(), 'data'));
  onTestFinished(() => removeData(dataFolder));
  const before = await started(dataFolder);
  await before.postgres.stop();
  const cluster = join(dataFolder, 'postgres');
  const nobody = isRoot() ? await namedUser() : process.getuid!();
  for (const name of ['', ...(await readdir(cluster, { recursive: true }))]) {
    await chown(join(cluster, name), nobody, process.getgid!());
  }
  const ours = join(dataFolder, 'ours');
  await writeFile(ours, 'root’s', { mode: 0o600 });
  await symlink(ours, join(cluster, 'base/way'));
  await lchown(join(cluster, 'base/way'), nobody, process.getgid!());
  const { uid, runsAs, owners } = await started(dataFolder);
  expect(runsAs[0]).toBe(uid);
  expect(uid === nobody).toBe(!isRoot());
  expect(owners).toEqual([uid]);
  expect((await stat(ours)).uid).toBe(process.getuid!());
});

test('a command connects to no socket in a folder where others may write', async () => {
  const dataFolder = await folder();
  const shared = await mkdtemp(join(tmpdir(), 'bea-shared-'));
  onTestFinished(() => rm(shared, { recursive: true }));
  await chmod(shared, 0o777);
  const link = join(dataFolder, 'to');
  await symlink(shared, link);
  for (const socketFolder of [shared, link]) {
    await expect(urlOfRunning(dataFolder, socketFolder)).rejects.toThrow('can’t be trusted');
  }
});
