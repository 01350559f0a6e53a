import type { Query } from '../database/query-types.ts';
import type { ObjectStore } from '../storage/stores/object-store.ts';
import { isVersion } from '../storage/stores/version.ts';
import { BadBackup, type Counts, type Line } from './archive.ts';
import { settleSequences } from './sequences.ts';
import type { Table } from './tables.ts';

type Target = { query: Query; tables: Table[]; store: ObjectStore; stored: string[] };

/** Loads every line, and compares what arrived with the totals in the last line. */
export async function loadLines(lines: AsyncGenerator<Line>, target: Target): Promise<Counts> {
  const counts: Counts = { tables: 0, rows: 0, files: 0, missingFiles: 0 };
  let insert: ((rows: (string | null)[][]) => Promise<void>) | null = null;
  let promised: Counts | null = null;
  for (let next = await lines.next(); !next.done;) {
    const line = next.value;
    if ('file' in line) {
      next = await storeFile(lines, line.file, target);
      counts.files += 1;
      continue;
    }
    if ('table' in line) {
      insert = inserterFor(target.query, target.tables, line);
      counts.tables += 1;
    } else if ('rows' in line) {
      await insert!(line.rows);
      counts.rows += line.rows.length;
    } else if ('sequence' in line) {
      await target.query('select setval($1::regclass, $2)', [line.sequence, line.lastValue]);
    } else if ('end' in line) {
      promised = line.end;
    }
    next = await lines.next();
  }
  await settleSequences(target.query);
  counts.missingFiles = promised?.missingFiles ?? 0;
  if (JSON.stringify(promised) !== JSON.stringify(counts)) {
    throw new BadBackup('The backup’s contents don’t match its own summary.');
  }
  return counts;
}

/** By `version`, a UUID. With any other name the portal would not start. */
const NAMES_FILES = new Set(['storage.objects', 'portal_server.orphaned_files']);

/** Puts rows of text into a table, by the columns that the backup names. */
export function inserterFor(
  query: Query,
  tables: Table[],
  { table: name, columns }: { table: string; columns: string[] },
) {
  const table = tables.find((one) => one.name === name);
  if (!table)
    throw new BadBackup(`The backup has a table ${name}, which this version of the portal doesn’t have.`);
  const types = columns.map((column) => {
    const found = table.columns.find((one) => one.name === column);
    if (!found)
      throw new BadBackup(`The backup has a column ${name}.${column}, which this version doesn’t know.`);
    return found.type;
  });
  const places = columns.map((_, at) => `v${at}`);
  const text = `insert into ${name} (${columns.join(', ')}) overriding system value
    select ${types.map((type, at) => `v${at}::${type}`).join(', ')}
    from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as row (${places.join(', ')})`;
  return async (rows: (string | null)[][]) => {
    if (rows.some((row) => row.length !== columns.length))
      throw new BadBackup(`The backup has a row of ${name} whose columns don’t match.`);
    if (NAMES_FILES.has(name) && rows.some((row) => !isVersion(row[columns.indexOf('version')] ?? '')))
      throw new BadBackup('The backup has a file whose name is not a UUID. Refused.');
    await query(
      text,
      columns.map((_, at) => rows.map((row) => row[at])),
    );
  };
}

/** Returns the line after the file's last. */
async function storeFile(lines: AsyncGenerator<Line>, version: string, { store, stored }: Target) {
  if (!isVersion(version)) throw new BadBackup('The backup has a file whose name is not a UUID. Refused.');
  let next = await lines.next();
  // A version's bytes never change. Existing ones may be in use, and could not be restored if this fails.
  const there = await store.get(version);
  if (there) {
    await there.cancel();
    while (!next.done && 'bytes' in next.value) next = await lines.next();
    return next;
  }
  stored.push(version);
  await store.put(
    version,
    (async function* () {
      for (; !next.done && 'bytes' in next.value; next = await lines.next()) {
        yield Buffer.from(next.value.bytes, 'base64');
      }
    })(),
  );
  return next;
}
