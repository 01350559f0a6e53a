import { expect, test } from 'vitest';
import { oneConnection } from '../testing/test-database.ts';
import type { Database } from './database.ts';

async function backend({ query }: Database): Promise<number> {
  return (await query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
}

test('a failing statement costs no one a connection, no matter who sent it', async () => {
  const database = await oneConnection();
  const before = await backend(database);
  await expect(database.query(`select 'none'::integer`)).rejects.toThrow('invalid input syntax');
  await expect(database.transaction((query) => query('select 1 / 0'))).rejects.toThrow('division by zero');
  const nobody = { role: 'anon', claims: '{}', userId: null, sessionId: null } as const;
  await expect(database.asCaller(nobody, { text: 'select 1 / 0' })).rejects.toThrow('division by zero');
  expect(await backend(database)).toBe(before);
});

test('a connection that PostgreSQL ends is not used again', async () => {
  const database = await oneConnection();
  const before = await backend(database);
  await expect(database.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(
    'terminating',
  );
  expect(await backend(database)).not.toBe(before);
});

test('PostgreSQL JIT-compiles none of our statements', async () => {
  const { query } = await oneConnection();
  expect((await query('show jit')).rows).toEqual([{ jit: 'off' }]);
});
