import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join as pathTo } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase } from '../../server/database/database.ts';
import { databaseAt } from '../../server/testing/global-setup.ts';
import { join, REFUSED, uninvite } from './people.ts';

const MIGRATIONS = pathTo(import.meta.dirname, '../migrations');
const FOUNDATION = pathTo(import.meta.dirname, '../../server/database/foundation.sql');

/**
 * A database as Supabase hands it over: auth belongs to its own administrator, and migrations run as a role that is no
 * superuser and owns nothing but what it makes.
 */
async function hostedDatabase() {
  const suffix = randomUUID().replaceAll('-', '');
  const [name, migrator, authAdmin] = [`hosted_${suffix}`, `migrator_${suffix}`, `auth_admin_${suffix}`];
  const admin = createDatabase(inject('postgresUrl'), { connections: 1 });
  await admin.query(`create database ${name}`);
  await admin.query(`create role ${migrator}`);
  await admin.query(`create role ${authAdmin}`);
  await admin.query(`grant create on database ${name} to ${migrator}`);
  const database = createDatabase(databaseAt(inject('postgresUrl'), name));
  onTestFinished(async () => {
    await database.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${migrator}, ${authAdmin}`);
    await admin.end();
  });
  await database.query(readFileSync(FOUNDATION, 'utf8'));
  await database.query(`
    grant usage, create on schema public, extensions to ${migrator};
    grant usage on schema auth to ${migrator}, ${authAdmin};
    grant all on all tables in schema auth to ${migrator}, ${authAdmin};
    grant usage on schema storage to ${migrator};
    alter table storage.objects owner to ${migrator};
    alter table storage.buckets owner to ${migrator};
    grant usage on schema realtime to ${migrator};
    grant execute on function realtime.send(jsonb, text, text, boolean) to ${migrator};
    alter table realtime.messages owner to ${migrator};
    alter publication supabase_realtime owner to ${migrator};
    alter default privileges for role ${migrator} in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges for role ${migrator} in schema public grant all on functions to anon, authenticated, service_role;
    alter default privileges for role ${migrator} in schema public grant all on sequences to anon, authenticated, service_role;
  `);
  return { database, migrator, authAdmin };
}

test('the migrations need no superuser, and hold for a role that owns nothing else', async () => {
  const { database, migrator, authAdmin } = await hostedDatabase();
  await database.transaction(async (query) => {
    await query(`set local session authorization ${migrator}`);
    for (const file of readdirSync(MIGRATIONS).sort()) {
      await query(readFileSync(pathTo(MIGRATIONS, file), 'utf8'));
    }
  });

  const owner = await join(database, 'owner', { consented: true });
  const stranger = await join(database, 'stranger', { consented: true });
  const complete = `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, $2, $3)`;
  expect(await stranger.may(complete, [owner.id, 'welcome', 1])).toBe(REFUSED);
  expect(await owner.may(complete, [owner.id, 'optimize', 2])).toBe(REFUSED);
  await owner.does(complete, [owner.id, 'welcome', 1]);
  await owner.does('select public.complete_phases_until_cycle($1, 1)', [owner.id]);
  expect(await owner.may('select from public.completed_phases')).toBe(8);
  expect(await stranger.may('select from public.completed_phases')).toBe(0);

  await database.transaction(async (query) => {
    await query(`set local role ${authAdmin}`);
    await query('savepoint before');
    const add = (email: string) =>
      query('insert into auth.users (email, email_confirmed_at) values ($1, now())', [email]);
    await expect(add('nobody@example.com')).rejects.toMatchObject({ code: REFUSED });
    await query('rollback to before');
    await query('delete from auth.users where id = $1', [stranger.id]);
    await add(stranger.email);
  });
  const { rows } = await database.query('select from public.customers where customer_email = $1', [
    stranger.email,
  ]);
  expect(rows).toHaveLength(1);
  await uninvite(database, owner);
  expect(await owner.may('select from public.completed_phases')).toBe(0);
});
