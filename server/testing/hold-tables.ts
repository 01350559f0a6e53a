import { onTestFinished } from 'vitest';
import { connectAsSuperuser } from './test-database.ts';
import type { TestServer } from './test-server.ts';

/** Until they are released, nobody gets anything of these tables. Beyond eight seconds PostgreSQL gives up waiting. */
export async function holdTables({ database }: TestServer, tables: string) {
  const holder = await connectAsSuperuser(database);
  onTestFinished(() => holder.end());
  await holder.query(`begin; lock table ${tables} in access exclusive mode`);
  return {
    /** How many connections wait for them. */
    blocked: async (): Promise<number> => {
      const { rows } = await holder.query<{ count: number }>(
        `select count(distinct pid)::int as count from pg_locks
         where not granted and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows[0]!.count;
    },
    release: async (): Promise<void> => {
      await holder.query('commit');
    },
  };
}
