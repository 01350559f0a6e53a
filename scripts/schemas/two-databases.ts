import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type Database } from '../../server/database/database.ts';
import { applyMigrations } from '../../server/database/migrate.ts';
import { removeData } from '../../server/embedded/cluster-folder.ts';
import { startPostgres } from '../../server/embedded/postgres.ts';
import { readCatalog, type Catalog } from './catalog.ts';
import { schemasAsSql } from './files.ts';

/** The catalogs of the migrations and the schemas, each from a temporary database. */
export async function bothCatalogs(): Promise<{ now: Catalog; wanted: Catalog }> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-schemas-'));
  const postgres = await startPostgres(folder, () => {});
  const catalogOf = async (name: string, fill: (database: Database) => Promise<unknown>) => {
    const administrator = createDatabase(postgres.url, { connections: 1 });
    await administrator.query(`create database ${name}`);
    await administrator.end();
    const database = createDatabase(postgres.url.replace('/postgres?', `/${name}?`), { connections: 1 });
    try {
      await fill(database);
      return await readCatalog(database);
    } finally {
      await database.end();
    }
  };
  try {
    const now = await catalogOf('from_migrations', ({ query }) => applyMigrations(query));
    const wanted = await catalogOf('from_schemas', async ({ query }) => {
      await applyMigrations(query, () => false); // the foundation alone
      await query(schemasAsSql());
    });
    return { now, wanted };
  } finally {
    await postgres.stop();
    await removeData(folder);
  }
}
