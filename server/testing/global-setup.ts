import { readFile, readdir } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDatabase, type Database } from '../database/database.ts';
import { readFoundation } from '../database/foundation.ts';
import { migrate } from '../database/migrate.ts';
import { removeData } from '../embedded/cluster-folder.ts';
import { startPostgres } from '../embedded/postgres.ts';
import { EMPTY, prepareData } from './prepare-data.ts';
import { hosted, makeProject, makeApiRoles, OWNER } from './supabase-project.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

type Login = { name: string; password: string };
export const ORDINARY: Login = { name: 'bea', password: 'a-password-for-tests' };

const SUPABASE = join(import.meta.dirname, '../../supabase');

// A PostgreSQL other than npm's: /usr/lib/postgresql/15/bin (`npm run test:postgres -- 15`).
const binaries = process.env['TEST_POSTGRES_BIN'];

/**
 * One real PostgreSQL for the whole run, with a migrated template database for each type of deployment. Every
 * test file copies a template. The embedded one is migrated and used by an ordinary role, as on a clinic's
 * own PostgreSQL, so that no test passes because of a superuser's rights.
 */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'bea-test-'));
  const preparing = prepareData(EMPTY); // in parallel with the rest, because there are two cores
  const postgres = await startPostgres(folder, () => {}, binaries);
  const remove = async () => {
    await postgres.stop();
    await removeData(folder);
    await (
      await preparing
    )();
  };
  try {
    await turnDurabilityOff(postgres.url);
    await makeOrdinaryRole(postgres.url);
    await makeTemplate(postgres.url, 'embedded', async () => {
      const template = createDatabase(databaseAt(postgres.url, 'embedded_template', ORDINARY), {
        connections: 1,
      });
      try {
        await migrate(template);
      } finally {
        await template.end();
      }
    });
    await makeTemplate(postgres.url, 'supabase', likeSupabase);
    await preparing;
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('postgresUrl', postgres.url);
  return remove;
}

/**
 * Tests need no data after a crash, so they don't wait for the disk. server/kill.test.ts has its own
 * PostgreSQL.
 */
async function turnDurabilityOff(postgresUrl: string): Promise<void> {
  const { query, end } = createDatabase(postgresUrl, { connections: 1 });
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await query(`alter system set ${setting} = off`);
  await query('select pg_reload_conf()');
  await end();
}

/** A clinic's database administrator does this once, as docs/deploy-own-server.md says. */
async function makeOrdinaryRole(postgresUrl: string): Promise<void> {
  const administrator = createDatabase(postgresUrl, { connections: 1 });
  const { query, end } = administrator;
  // Half of the cost of a connection in Node is hashing its password 4,096 times. PostgreSQL 15 can't do
  // fewer.
  await query(`select set_config(name, '1', false) from pg_settings where name = 'scram_iterations'`);
  await query(`create role ${ORDINARY.name} login password '${ORDINARY.password}'`);
  await makeApiRoles(administrator);
  await query(`grant anon, authenticated, service_role to ${ORDINARY.name} with admin option`);
  await end();
}

async function makeTemplate(
  postgresUrl: string,
  deployment: string,
  fill: (template: Database) => Promise<unknown>,
): Promise<void> {
  const server = createDatabase(postgresUrl, { connections: 1 });
  await server.query(`create database ${deployment}_template owner ${ORDINARY.name}`);
  await server.end();
  const template = createDatabase(databaseAt(postgresUrl, `${deployment}_template`), { connections: 1 });
  try {
    await fill(template);
  } finally {
    await template.end();
  }
}

/**
 * Only the migrations on a Supabase-like project, by a role that isn't a superuser; then our server's own
 * tables.
 */
async function likeSupabase(template: Database): Promise<void> {
  const { query, transaction } = template;
  await makeProject(template);
  await transaction(async (asMigrator) => {
    await asMigrator(`set local session authorization ${OWNER}`);
    for (const file of (await readdir(join(SUPABASE, 'migrations'))).sort()) {
      await asMigrator(await readFile(join(SUPABASE, 'migrations', file), 'utf8'));
    }
  });
  for (const { sql } of await readFoundation()) await query(sql);
  await query(await hosted('stand-in'));
}

/** A database of the test run's PostgreSQL, as its superuser or another role. */
export function databaseAt(url: string, name: string, as?: Login): string {
  const at = url.replace('/postgres?', `/${name}?`);
  return as ? at.replace(/\/\/[^@]*@/, `//${as.name}:${as.password}@`) : at;
}
