import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { backUp } from '../backup/back-up.ts';
import { openDeployment } from '../deployment.ts';
import { silentLog } from '../log.ts';
import { readSettings } from '../settings/settings.ts';
import { createDiskStore } from '../storage/stores/disk-store.ts';
import { ACT_AS, emptyDatabase, OWN } from '../testing/empty-database.ts';
import { twoRoles } from '../testing/two-roles.ts';
import { withDatabase } from './with-database.ts';

afterEach(() => vi.unstubAllEnvs());

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'bea-two-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A trial restore's spare database in DATABASE_URL, with production's still in MIGRATION_DATABASE_URL. */
async function halfChanged() {
  const production = await twoRoles();
  const spare = await emptyDatabase();
  const url = production.url.replace(production.name!, spare.name!);
  return {
    ...production,
    spare: spare.name!,
    env: { DATABASE_URL: url, MIGRATION_DATABASE_URL: production.url },
  };
}

test('a command refuses two settings that point to two databases before it touches either, and says which', async () => {
  const { env, name, spare } = await halfChanged();
  for (const [setting, value] of Object.entries(env)) vi.stubEnv(setting, value);
  const work = vi.fn(async () => 'done');
  const done = withDatabase(work, { migrated: false });
  await expect(done).rejects.toThrow(
    new RegExp(
      `^MIGRATION_DATABASE_URL \\(.*, database ${name}\\) is not the same database as DATABASE_URL \\(.*, database ${spare}\\)`,
    ),
  );
  await expect(done).rejects.not.toThrow('a-password');
  expect(work).not.toHaveBeenCalled();
});

test('a start refuses them too, and migrates neither', async () => {
  const { env, database } = await halfChanged();
  const settings = readSettings({ ...env, DATA_DIR: await folder() });
  await expect(openDeployment(settings, silentLog)).rejects.toThrow(
    'is not the same database as DATABASE_URL',
  );
  const { rows } = await database.query(`select to_regclass('auth.users') as users`);
  expect(rows).toEqual([{ users: null }]);
});

test('one database whose host is spelled two ways is one', async () => {
  const { ownersUrl, url } = await twoRoles();
  const host = decodeURIComponent(/host=([^&]+)/.exec(url)![1]!);
  const spelt = join(await folder(), 'same');
  await symlink(host, spelt);
  vi.stubEnv('DATABASE_URL', url.replace(encodeURIComponent(host), encodeURIComponent(spelt)));
  vi.stubEnv('MIGRATION_DATABASE_URL', ownersUrl);
  expect(await withDatabase(async () => 'done', { migrated: false })).toBe('done');
});

test('a database that cannot be reached to migrate is named by its setting', async () => {
  const { ownersUrl, url } = await twoRoles();
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('MIGRATION_DATABASE_URL', ownersUrl.replace('a-password', 'another'));
  await expect(withDatabase(async () => 'done')).rejects.toThrow(
    /^MIGRATION_DATABASE_URL \(.*\): the password is wrong/,
  );
});

test('a restore says where, both when it refuses and when it is done', async () => {
  const { url, role, name } = await emptyDatabase(OWN, ACT_AS);
  const place = await folder();
  const file = join(place, 'portal.backup');
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('DATA_DIR', place);
  await withDatabase(async (database) => {
    await database.query(
      `insert into public.invitations (email, first_name, last_name) values ('kept@example.com', 'Kept', 'Person')`,
    );
    await backUp(database, createDiskStore(place), file);
  });
  const restore = (...words: string[]) =>
    spawnSync(process.execPath, ['server/commands/restore.ts', file, ...words], { encoding: 'utf8' });
  const where = new RegExp(`\\b${role} at \\S+, database ${name}\\b`);
  expect(restore()).toMatchObject({ status: 1, stderr: expect.stringMatching(where) as string });
  expect(restore('--force')).toMatchObject({ status: 0, stdout: expect.stringMatching(where) as string });
});

test('a restore into the portal’s own PostgreSQL names its folder', async () => {
  const dataFolder = join(await folder(), 'data');
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('DATA_DIR', dataFolder);
  const place = await withDatabase(async (_, where) => where, { migrated: false, mayBeNew: true });
  expect(place).toBe(`the portal’s own PostgreSQL in ${dataFolder}`);
});
