import { onTestFinished } from 'vitest';
import { connectAsSuperuser } from './test-database.ts';
import type { TestServer } from './test-server.ts';

const WAITING = `from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())`;

/**
 * Locks these tables until they are released: no one can read them, or with `share` no one can change them. A
 * statement that waits longer than eight seconds times out.
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
    /** The number of connections waiting for them. */
    blocked: async (): Promise<number> => {
      const { rows } = await holder.query<{ count: number }>(
        `select count(distinct pid)::int as count ${WAITING}`,
      );
      return rows[0]!.count;
    },
    /** Ends the waiting connections, as a crash would. */
    endBlocked: async (): Promise<void> => {
      await holder.query(`select pg_terminate_backend(pid) ${WAITING}`);
    },
    release: async (): Promise<void> => {
      await holder.query('commit');
    },
  };
}
