import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../backup/back-up.ts';
import { restore } from '../../backup/restore.ts';
import type { Database } from '../../database/database.ts';
import { silentLog } from '../../log.ts';
import { readSettings } from '../../settings/settings.ts';
import { spawnPortal, type Portal } from '../../testing/spawn-portal.ts';
import { oneConnection, testDatabase } from '../../testing/test-database.ts';
import { checkStoreIdentity } from './store-identity.ts';
import { createObjectStore } from './create-object-store.ts';
import { startFakeS3 } from '../testing/fake-s3.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'bea-store-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** The outcome of a start on this database, with its files in this folder or as these settings say. */
function startOn(database: Database, dataFolder: string, environment: NodeJS.ProcessEnv = {}) {
  const settings = readSettings({ DATA_DIR: dataFolder, ...environment });
  return checkStoreIdentity({ settings, database, store: createObjectStore(settings), log: silentLog });
}

/** A patient's document from before stores had markers. */
async function storeDocument(database: Database, dataFolder: string): Promise<void> {
  const version = randomUUID();
  await createObjectStore(readSettings({ DATA_DIR: dataFolder })).put(
    version,
    (async function* () {
      yield Buffer.from('%PDF-1.4 a letter');
    })(),
  );
  await database.query(
    `insert into storage.objects (bucket_id, name, version, metadata) values ('documents', $1, $1, '{"size": 17}')`,
    [version],
  );
}

const ANOTHER_STORE = /every copy of the portal needs the same files.*DATA_DIR.*STORAGE_S3_/is;

test('a copy with its own files does not start on a shared database; one that shares them does', async () => {
  const own = await testDatabase();
  onTestFinished(own.remove);
  const env = { DATABASE_URL: own.url, PORTAL_IS_ELSEWHERE: 'true', DEMO_DATA: 'false' };
  const start = async (dataFolder: string): Promise<Portal> => {
    const portal = await spawnPortal({ env, dataFolder });
    onTestFinished(() => portal.remove());
    return portal;
  };
  const first = await start(await folder());
  const elsewhere = await folder();
  const refused = await start(elsewhere).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(refused).toMatch(ANOTHER_STORE);
  expect(refused).toContain(join(elsewhere, 'storage'));
  expect(refused).not.toContain('    at ');
  const second = await start(first.dataFolder);
  expect((await fetch(`${second.url}/health`)).status).toBe(200);

  const file = join(elsewhere, 'portal.backup');
  expect((await second.command('backup', file)).code).toBe(0);
  const wrongFiles = await spawnPortal({ env, dataFolder: elsewhere, untilReady: false });
  onTestFinished(() => wrongFiles.remove());
  const backup = await wrongFiles.command('backup', `${file}-2`);
  expect(backup.code).toBe(1);
  expect(backup.printed).toMatch(ANOTHER_STORE);
});

test('copies that start for the first time together agree on one store', async () => {
  const [database, shared, other] = [await oneConnection(), await folder(), await folder()];
  await Promise.all([startOn(database, shared), startOn(database, shared), startOn(database, shared)]);
  await startOn(database, shared);
  await expect(startOn(database, other)).rejects.toThrow(ANOTHER_STORE);
});

test('an older installation is accepted as it is, unless its files are elsewhere', async () => {
  const [database, store, empty] = [await oneConnection(), await folder(), await folder()];
  for (let count = 0; count < 3; count += 1) await storeDocument(database, store);
  await expect(startOn(database, empty)).rejects.toThrow(ANOTHER_STORE);
  await startOn(database, store);
  await expect(startOn(database, empty)).rejects.toThrow(ANOTHER_STORE);
});

test('a fully copied store replaces its source', async () => {
  const [database, old, moved] = [await oneConnection(), await folder(), await folder()];
  await startOn(database, old);
  await storeDocument(database, old);
  await cp(join(old, 'storage'), join(moved, 'storage'), { recursive: true });
  await startOn(database, moved);
});

test('a restored database belongs to the store it was restored into', async () => {
  const [source, target] = [await oneConnection(), await oneConnection()];
  const [old, fresh, other] = [await folder(), await folder(), await folder()];
  await startOn(source, old);
  await storeDocument(source, old);
  const file = join(old, 'portal.backup');
  await backUp(source, createObjectStore(readSettings({ DATA_DIR: old })), file);
  await restore(target, createObjectStore(readSettings({ DATA_DIR: fresh })), file);
  await expect(startOn(target, other)).rejects.toThrow(ANOTHER_STORE);
  await startOn(target, fresh);
  await startOn(source, old);
});

test('a bucket is recognized too, and an unreachable one is not mistaken for another', async () => {
  const [database, dataFolder, s3] = [await oneConnection(), await folder(), await startFakeS3()];
  onTestFinished(s3.stop);
  await startOn(database, dataFolder, s3.settings);
  await startOn(database, await folder(), s3.settings);
  await expect(startOn(database, dataFolder)).rejects.toThrow(ANOTHER_STORE);
  const otherBucket = { ...s3.settings, STORAGE_S3_BUCKET: 'another' };
  await expect(startOn(database, dataFolder, otherBucket)).rejects.toThrow(ANOTHER_STORE);
  s3.break('refuses');
  await startOn(database, dataFolder, s3.settings);
});
