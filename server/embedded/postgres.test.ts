import { chmod, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../database/database.ts';
import { unprivilegedAccount } from './account.ts';
import { ownDataFolder } from './own-folder.ts';
import { removeData } from './place.ts';
import { startPostgres, urlOfRunning } from './postgres.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'bea-embedded-'));
  await chmod(path, 0o711);
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('PostgreSQL listens in the data folder, for its own account alone, however deep that folder is', async () => {
  for (const name of ['data', join('d'.repeat(100), 'e'.repeat(100))]) {
    const dataFolder = await ownDataFolder(join(await folder(), name));
    onTestFinished(() => removeData(dataFolder));
    await chmod(join(dataFolder, '..'), 0o711);
    const postgres = await startPostgres(dataFolder);
    onTestFinished(() => postgres.stop());
    const account = await unprivilegedAccount();
    const { uid, mode } = await stat(join(dataFolder, 'socket'));
    expect([uid, mode & 0o777]).toEqual([account?.uid ?? process.getuid!(), 0o700]);
    expect((await stat(join(dataFolder, 'socket/.s.PGSQL.5432'))).isSocket()).toBe(true);
    const database = createDatabase(await urlOfRunning(dataFolder, postgres.socketFolder));
    onTestFinished(() => database.end());
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  }
});

test('a command connects to no socket in a folder where others may write', async () => {
  const dataFolder = await folder();
  const shared = await mkdtemp(join(tmpdir(), 'bea-shared-'));
  onTestFinished(() => rm(shared, { recursive: true }));
  await chmod(shared, 0o777);
  const link = join(dataFolder, 'to');
  await symlink(shared, link);
  for (const socketFolder of [shared, link]) {
    await expect(urlOfRunning(dataFolder, socketFolder)).rejects.toThrow('cannot be trusted');
  }
});
