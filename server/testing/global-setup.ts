import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { removeData } from '../embedded/place.ts';
import { startPostgres } from '../embedded/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One real PostgreSQL for the whole run, with a migrated template that every test file copies. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'bea-test-'));
  const postgres = await startPostgres(folder);
  const remove = async () => {
    await postgres.stop();
    await removeData(folder);
  };
  try {
    await makeTemplate(postgres.url);
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('postgresUrl', postgres.url);
  return remove;
}

async function makeTemplate(postgresUrl: string): Promise<void> {
  const server = createDatabase(postgresUrl, { connections: 1 });
  await server.query('create database portal_template');
  await server.end();
  const template = createDatabase(databaseAt(postgresUrl, 'portal_template'), { connections: 1 });
  try {
    await migrate(template);
  } finally {
    await template.end();
  }
}

export const databaseAt = (url: string, name: string) => url.replace('/postgres?', `/${name}?`);
