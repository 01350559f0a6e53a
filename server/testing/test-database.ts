import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createDatabase, type Database } from '../database/database.ts';
import { databaseAt, ORDINARY } from './global-setup.ts';

/** A machine that runs other things too may stop for longer than a clinic's server should wait. */
const PATIENT_MS = 30_000;

export type DeploymentKind = 'embedded' | 'supabase';

/**
 * A fresh, migrated database, copied from the template of this type of deployment or from another database.
 */
export async function testDatabase(
  deployment: DeploymentKind = 'embedded',
  template = `${deployment}_template`,
): Promise<{
  database: Database;
  name: string;
  url: string;
  remove: () => Promise<void>;
}> {
  const postgresUrl = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Not the server's connections, because those limit a statement to eight seconds, and creating a database
  // takes longer on a busy disk.
  const admin = new pg.Client({ connectionString: postgresUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${template} strategy file_copy owner ${ORDINARY.name}`);
  // Supabase's own services bypass every policy. Our server replaces them here.
  const url = databaseAt(postgresUrl, name, deployment === 'embedded' ? ORDINARY : undefined);
  const database = createDatabase(url, { connectTimeoutMs: PATIENT_MS });
  return {
    database,
    name,
    url,
    remove: async () => {
      await database.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/**
 * A database with one connection, so that all statements share it and a restore finds no other connection.
 */
export async function oneConnection(): Promise<Database> {
  const { url, remove } = await testDatabase();
  const database = createDatabase(url, { connections: 1 });
  onTestFinished(async () => {
    await database.end();
    await remove();
  });
  return database;
}

/** A connection to the same database that bypasses every rule, for rows that the rules would never allow. */
export async function connectAsSuperuser({ query }: Database): Promise<pg.Client> {
  const { rows } = await query<{ name: string }>('select current_database() as name');
  const client = new pg.Client({ connectionString: databaseAt(inject('postgresUrl'), rows[0]!.name) });
  await client.connect();
  return client;
}
