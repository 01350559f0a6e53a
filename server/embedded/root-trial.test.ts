import { chown, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { completeSecrets } from '../auth/keys.ts';
import { openDeployment } from '../deployment.ts';
import { readSettings } from '../settings/settings.ts';
import { testDatabase } from '../testing/test-database.ts';
import { isRoot, ROOT_FOLDER } from './account.ts';
import { privateDataFolder } from './private-folder.ts';
import { findClusterFolder, removeData } from './cluster-folder.ts';

const page = await readFile(join(import.meta.dirname, '../../docs/deploy-own-server.md'), 'utf8');
const home = /useradd .*--home-dir (\S+) bea/.exec(page)![1]!;

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'bea-trial-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('a trial as root, from a folder like /root, leaves the documented installation’s folder alone', async () => {
  const dataFolder = await privateDataFolder(join(await folder(), 'data')); // in a folder of mode 0700
  onTestFinished(() => removeData(dataFolder));
  const cluster = await findClusterFolder(dataFolder);
  expect(cluster.startsWith(isRoot() ? `${ROOT_FOLDER}/` : `${dataFolder}/`)).toBe(true);
  expect(`${cluster}/`.startsWith(`${home}/`)).toBe(false);
  expect(page).toContain(`DATA_DIR=${home}/`);
  await removeData(dataFolder);
  await expect(stat(join(cluster, '..'))).rejects.toThrow('ENOENT');
});

/**
 * As on the page: a home folder of the installation's user, with a data folder that the first start creates.
 */
async function installation(database: NodeJS.ProcessEnv = {}) {
  const parent = await folder();
  if (isRoot()) await chown(parent, 4711, 4711);
  const secrets = await completeSecrets({});
  const settings = readSettings({
    NODE_ENV: 'production',
    DATA_DIR: join(parent, 'data'),
    SITE_URL: 'https://portal.clinic.example',
    JWT_SECRET: secrets.jwtSecret,
    SUPABASE_ANON_KEY: secrets.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.serviceRoleKey,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'care@clinic.example',
    ...database,
  });
  return { parent, settings };
}

test.each(['embedded', 'own'])(
  'with its %s database, an installation that root starts makes nothing in its user’s folder, and one that its user starts does',
  async (kind) => {
    const own = kind === 'own' ? await testDatabase() : null;
    if (own) onTestFinished(own.remove);
    const { parent, settings } = await installation(own ? { DATABASE_URL: own.url } : {});
    const opened = openDeployment(settings, () => {});
    if (isRoot()) {
      await expect(opened).rejects.toThrow(`${parent} belongs to another user (4711)`);
      await expect(opened).rejects.toThrow(`sudo -u '#4711'`);
      expect(await readdir(parent)).toEqual([]);
    } else {
      await (await opened).close();
      expect(await readdir(parent)).toEqual(['data']);
    }
  },
);
