import { isName } from '../storage/names.ts';
import { isVersion } from '../storage/stores/version.ts';
import { BadBackup, type Line } from './archive.ts';
import { inserterFor } from './load-lines.ts';
import { supabaseLines } from './supabase-lines.ts';
import type { Table } from './tables.ts';

export type StoredFile = { bucket: string; name: string; mimetype: string };
/** What is there to hold what a backup brings. */
type Target = { tables: Table[]; buckets: string[] };

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=[\w.+-]+)*$/;

/** The place of each file, by its version. Somebody else may have written the backup: nothing leaves before all of it is checked. */
export async function checkedFiles(
  read: () => AsyncGenerator<Line>,
  target: Target,
): Promise<Map<string, StoredFile>> {
  await checkTables(supabaseLines(read()), target.tables);
  const places = new Map<string, StoredFile>();
  let columns: string[] = [];
  for await (const line of read()) {
    if ('table' in line) columns = line.table === 'storage.objects' ? line.columns : [];
    if ('file' in line && !places.has(line.file))
      throw new BadBackup(`The backup has a file ${line.file}, which no row names: refused.`);
    if ('rows' in line && columns.length > 0)
      for (const row of line.rows) {
        const cell = (name: string) => row[columns.indexOf(name)] ?? '';
        places.set(checkedVersionOf(cell('version')), checkedPlace(cell, target.buckets));
      }
  }
  return places;
}

const ask = () => Promise.reject(new Error('Nothing is asked while a backup is checked.'));

/** Rows go in later; what they name is looked up now. */
async function checkTables(lines: ReturnType<typeof supabaseLines>, tables: Table[]): Promise<void> {
  for await (const line of lines) if ('table' in line) inserterFor(ask, tables, line);
}

function checkedVersionOf(version: string): string {
  if (!isVersion(version)) throw new BadBackup('The backup has a file whose name is no UUID: refused.');
  return version;
}

function checkedPlace(cell: (name: string) => string, buckets: string[]): StoredFile {
  const [bucket, name] = [cell('bucket_id'), cell('name')];
  if (!buckets.includes(bucket))
    throw new BadBackup(`The backup has a file in ${bucket}, which is no place for files here: refused.`);
  if (!isName(name)) throw new BadBackup(`The backup has a file called ${name}, which is no name: refused.`);
  const mimetype = mimetypeIn(cell('metadata'));
  if (!MIME_TYPE.test(mimetype))
    throw new BadBackup(`The backup has a file of the type ${mimetype}, which is none: refused.`);
  return { bucket, name, mimetype };
}

function mimetypeIn(metadata: string): string {
  try {
    const { mimetype } = JSON.parse(metadata || '{}') as { mimetype?: unknown };
    return typeof mimetype === 'string' ? mimetype : 'application/octet-stream';
  } catch {
    throw new BadBackup('The backup has a file whose metadata is no JSON: refused.');
  }
}
