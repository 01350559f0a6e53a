import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase, type Database } from '../database/database.ts';
import { databaseAt } from './global-setup.ts';

export type HomeKind = 'embedded' | 'supabase';

/** A fresh, migrated database of its own, copied from the home's template. */
export async function testDatabase(home: HomeKind = 'embedded'): Promise<{
  database: Database;
  url: string;
  remove: () => Promise<void>;
}> {
  const postgresUrl = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = createDatabase(postgresUrl, { connections: 1 });
  await admin.query(`create database ${name} template ${home}_template`);
  const url = databaseAt(postgresUrl, name);
  const database = createDatabase(url);
  return {
    database,
    url,
    remove: async () => {
      await database.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
