import { onTestFinished } from 'vitest';
import { connectAsSuperuser } from './test-database.ts';
import type { TestServer } from './test-server.ts';

const WAITING = `from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())`;

/**
 * Locks these tables until they are released: no one reads them, or with `share` no one changes them. A statement that
 * waits longer than eight seconds runs into its timeout.
 */
export async function holdTables(
  { database }: TestServer,
  tables: string,
  mode: 'access exclusive' | 'share' = 'access exclusive',
) {
  const holder = await connectAsSuperuser(database);
  onTestFinished(() => holder.end());
  await holder.query(`begin; lock table ${tables} in ${mode} mode`);
  return {
    /** How many connections wait for them. */
    blocked: async (): Promise<number> => {
      const { rows } = await holder.query<{ count: number }>(
        `select count(distinct pid)::int as count ${WAITING}`,
      );
      return rows[0]!.count;
    },
    /** Ends the connections that wait for them, as a crash would. */
    endBlocked: async (): Promise<void> => {
      await holder.query(`select pg_terminate_backend(pid) ${WAITING}`);
    },
    release: async (): Promise<void> => {
      await holder.query('commit');
    },
  };
}
