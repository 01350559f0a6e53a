import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ACT_AS, emptyDatabase, OWN } from '../testing/empty-database.ts';
import { startTestServer } from '../testing/test-server.ts';
import { newPatient } from '../testing/patient.ts';
import { createDatabase } from './database.ts';
import { migrateAsOwner } from './migrate-as-owner.ts';
import { migrate } from './migrate.ts';

test('the start says which rights are missing and how a superuser gives them', async () => {
  const { database, role, name } = await emptyDatabase();
  await expect(migrate(database)).rejects.toThrow(
    `The database's role "${role}" lacks rights. Have a superuser run:
  alter database ${name} owner to ${role};
  grant anon, authenticated, service_role to ${role} with admin option;`,
  );
});

test('with these rights everything is made, and made again', async () => {
  const { database } = await emptyDatabase(OWN, ACT_AS);
  expect((await migrate(database)).length).toBeGreaterThan(0);
  expect(await migrate(database)).toEqual([]);
});

test('a role that only serves lets patients in and out and can change no table', async () => {
  const owner = await emptyDatabase(OWN, ACT_AS);
  const serving = `serving_${randomUUID().replaceAll('-', '')}`;
  await owner.superuser.query(`create role ${serving} login password 'a-password'`);
  const url = owner.url.replace(owner.role!, serving);
  const database = createDatabase(url, { connections: 4 });
  await expect(migrateAsOwner(owner.url, database)).rejects.toThrow(`alter role ${serving} bypassrls`);
  await owner.superuser.query(`alter role ${serving} bypassrls`);
  await owner.superuser.query(`grant anon, authenticated, service_role to ${serving}`);
  await migrateAsOwner(owner.url, database);

  const server = await startTestServer({}, { database: { url } });
  const patient = await newPatient(server);
  const headers = { apikey: server.keys.anonKey, authorization: `Bearer ${patient.token}` };
  const record = await fetch(`${server.url}/rest/v1/customers?select=user_id`, { headers });
  expect(await record.json()).toEqual([{ user_id: patient.id }]);
  const signedOut = await fetch(`${server.url}/auth/v1/logout`, { method: 'POST', headers });
  expect(signedOut.status).toBe(204);
  await expect(database.query('alter table public.customers disable row level security')).rejects.toThrow(
    'must be owner',
  );
  await expect(database.query('create table public.mine ()')).rejects.toThrow('permission denied');
  await server.stop();
  await database.end();
});

test('a portal that started with one role continues with two', async () => {
  const owner = await emptyDatabase(OWN, ACT_AS);
  await migrate(owner.database);
  const first = await startTestServer({}, { database: { url: owner.url } });
  const patient = await newPatient(first);
  await first.stop();

  const serving = `serving_${randomUUID().replaceAll('-', '')}`;
  await owner.superuser.query(`create role ${serving} login bypassrls password 'a-password'`);
  await owner.superuser.query(`grant anon, authenticated, service_role to ${serving}`);
  const url = owner.url.replace(owner.role!, serving);
  const database = createDatabase(url, { connections: 4 });
  await migrateAsOwner(owner.url, database);
  await database.end();
  const server = await startTestServer({}, { database: { url } });
  const other = await newPatient(server);
  const { rows } = await server.database.query('select user_id from public.customers');
  expect(new Set(rows.map((row) => row['user_id']))).toEqual(new Set([patient.id, other.id]));
  await server.stop();
});
