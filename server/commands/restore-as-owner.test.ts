import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { backUp } from '../backup/back-up.ts';
import { restore } from '../backup/restore.ts';
import { createDiskStore } from '../storage/stores/disk-store.ts';
import { newPatient } from '../testing/patient.ts';
import { startTestServer, withTestServer } from '../testing/test-server.ts';
import { twoRoles } from '../testing/two-roles.ts';
import { withDatabase } from './with-database.ts';

afterEach(() => vi.unstubAllEnvs());

async function backupOfAClinic() {
  const folder = await mkdtemp(join(tmpdir(), 'bea-restore-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = createDiskStore(folder);
  const server = await withTestServer();
  const patient = await newPatient(server);
  const file = join(folder, 'portal.backup');
  await backUp(server.database, store, file);
  return { store, file, patient };
}

test('what the owner restores, the serving role can use right away', async () => {
  const { store, file, patient } = await backupOfAClinic();
  const { ownersUrl, url } = await twoRoles();
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('MIGRATION_DATABASE_URL', ownersUrl);
  await withDatabase((database) => restore(database, store, file, { force: false }), { migrated: false });
  const server = await startTestServer({}, { database: { url } });
  onTestFinished(() => server.stop());
  const { rows } = await server.database.query('select user_id from public.customers');
  expect(rows).toEqual([{ user_id: patient.id }]);
  // Everything that the portal needs, not only what it reads.
  const other = await newPatient(server);
  const headers = { apikey: server.keys.anonKey, authorization: `Bearer ${other.token}` };
  const record = await fetch(`${server.url}/rest/v1/customers?select=user_id`, { headers });
  expect(await record.json()).toEqual([{ user_id: other.id }]);
});

test('many that start at once do not conflict over each other’s rights', async () => {
  const { ownersUrl, url } = await twoRoles();
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('MIGRATION_DATABASE_URL', ownersUrl);
  await withDatabase(async () => 'migrated');
  const begun = Array.from({ length: 6 }, () => withDatabase(async () => 'begun', { migrated: false }));
  expect(await Promise.all(begun)).toEqual(Array.from({ length: 6 }, () => 'begun'));
});
