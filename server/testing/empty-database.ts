import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { createDatabase } from '../database/database.ts';
import { databaseAt } from './global-setup.ts';

/** A database as its administrator creates it, and a role with the given rights. */
export async function emptyDatabase(...rights: string[]) {
  const [name, role] = ['database', 'role'].map((kind) => `${kind}_${randomUUID().replaceAll('-', '')}`);
  const login = { name: role!, password: 'a-password' };
  const superuser = createDatabase(inject('postgresUrl'), { connections: 1 });
  // On a busy disk, creating a database takes longer than a server's statement may.
  await superuser.query('set statement_timeout = 0');
  await superuser.query(`create database ${name}`);
  await superuser.query(`create role ${role} login password '${login.password}'`);
  for (const right of rights) await superuser.query(right.replace('ROLE', role!).replace('DATABASE', name!));
  const url = databaseAt(inject('postgresUrl'), name!, login);
  const database = createDatabase(url, { connections: 4 });
  onTestFinished(async () => {
    await database.end();
    await superuser.query(`drop database ${name} with (force)`);
    await superuser.query(`drop role if exists ${role}`);
    await superuser.end();
  });
  return { database, url, role, name, superuser };
}

export const OWN = 'alter database DATABASE owner to ROLE';
export const ACT_AS = 'grant anon, authenticated, service_role to ROLE with admin option';
