import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { DatabaseUnusable, placeOf, type DatabaseSetting } from './reach.ts';
import { clientFor } from './scram-only.ts';

/**
 * Refuses two settings that point to two databases: a restore would replace one, and a portal would listen
 * to another. Addresses cannot tell, because one host has many names and a copied server has its original's
 * identifier. A lock can: taken in one database, it exists only there.
 */
export async function refuseTwoDatabases(
  servingUrl: string,
  otherUrl: string,
  setting: DatabaseSetting,
): Promise<void> {
  const key = randomInt(2 ** 47);
  const isFree = await inTransaction(servingUrl, async (serving) => {
    await tryLock(serving, key);
    return inTransaction(otherUrl, (other) => tryLock(other, key));
  });
  if (!isFree) return;
  throw new DatabaseUnusable(
    `${setting} (${placeOf(otherUrl)}) is not the same database as DATABASE_URL (${placeOf(servingUrl)}). ` +
      'Both must point to the same one; nothing was changed.',
  );
}

/** In a transaction, a pooler between us keeps the connection and with it the lock. */
async function inTransaction<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const Client = clientFor(url);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // the next statement fails with it
  await client.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.end(); // and with it the transaction
  }
}

async function tryLock(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
    key,
  ]);
  return rows[0]!.taken;
}
