import type { Database } from '../database/database.ts';
import type { Query } from '../database/query-types.ts';
import type { ObjectStore } from '../storage/stores/object-store.ts';
import { writeArchive, type Counts, type Line } from './archive.ts';
import { TEXT_FORMAT_SETTINGS, sequencesOf, tablesOf, type Table } from './tables.ts';

/** However long its texts are, this many rows make a line that can be read again (`MAX_LINE_LENGTH`). */
const ROWS_PER_FETCH = 100;

type Write = (line: Line) => Promise<void>;

/** The tables and sequences to write: those of the portal's own server, or of a Supabase project. */
export type Source = {
  tables: (query: Query) => Promise<Table[]>;
  sequences: (query: Query) => Promise<{ name: string; last: string }[]>;
};
const PORTAL_SOURCE: Source = { tables: tablesOf, sequences: sequencesOf };

/** Writes a consistent snapshot while the portal keeps running. */
export async function backUp(
  database: Database,
  store: Pick<ObjectStore, 'get'>,
  path: string,
  { source = PORTAL_SOURCE, recipient }: { source?: Source; recipient?: string | undefined } = {},
): Promise<Counts> {
  const fill = (write: Write) =>
    database.transaction(async (query) => {
      await query('set transaction isolation level repeatable read, read only');
      await query(TEXT_FORMAT_SETTINGS);
      const migrations = await query<{ version: string }>(
        'select version from supabase_migrations.schema_migrations order by version',
      );
      await write({
        format: 'bea-portal-backup 1',
        madeAt: new Date().toISOString(),
        migrations: migrations.rows.map(({ version }) => version),
      });
      const counts: Counts = { tables: 0, rows: 0, files: 0, missingFiles: 0 };
      for (const table of await source.tables(query)) {
        counts.tables += 1;
        counts.rows += await writeTable(query, table, write);
      }
      for (const { name, last } of await source.sequences(query))
        await write({ sequence: name, lastValue: last });
      await writeFiles(query, store, write, counts);
      await write({ end: counts });
      return counts;
    });
  return writeArchive(path, fill, { recipient });
}

async function writeTable(query: Query, { name, columns }: Table, write: Write): Promise<number> {
  await write({ table: name, columns: columns.map((column) => column.name) });
  const texts = columns.map((column) => `${column.name}::text`);
  await query(`declare backup no scroll cursor for select array[${texts.join(', ')}] as row from ${name}`);
  let count = 0;
  for (;;) {
    const { rows } = await query<{ row: (string | null)[] }>(`fetch ${ROWS_PER_FETCH} from backup`);
    if (rows.length === 0) break;
    await write({ rows: rows.map(({ row }) => row) });
    count += rows.length;
  }
  await query('close backup');
  return count;
}

async function writeFiles(
  query: Query,
  store: Pick<ObjectStore, 'get'>,
  write: Write,
  counts: Counts,
): Promise<void> {
  const { rows } = await query<{ version: string }>('select version from storage.objects order by version');
  for (const { version } of rows) {
    const stream = await store.get(version);
    if (!stream) {
      counts.missingFiles += 1; // deleted after the snapshot was taken
      continue;
    }
    await write({ file: version });
    for await (const chunk of stream) await write({ bytes: Buffer.from(chunk).toString('base64') });
    counts.files += 1;
  }
}
