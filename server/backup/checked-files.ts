import { isName } from '../storage/names.ts';
import { isVersion } from '../storage/stores/version.ts';
import { BadBackup, type Line } from './archive.ts';
import { inserterFor } from './load-lines.ts';
import { supabaseLines } from './supabase-lines.ts';
import type { Table } from './tables.ts';

export type StoredFile = { bucket: string; name: string; mimetype: string };
/** The tables and buckets of the project that the backup is moved to. */
type Target = { tables: Table[]; buckets: string[] };

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=[\w.+-]+)*$/;

/** Bucket, name and type of each file, by its version. The backup is untrusted: all of it is checked before anything is uploaded. */
export async function checkedFiles(
  read: () => AsyncGenerator<Line>,
  target: Target,
): Promise<Map<string, StoredFile>> {
  await checkTables(supabaseLines(read()), target.tables);
  const filesByVersion = new Map<string, StoredFile>();
  let columns: string[] = [];
  for await (const line of read()) {
    if ('table' in line) columns = line.table === 'storage.objects' ? line.columns : [];
    if ('file' in line && !filesByVersion.has(line.file))
      throw new BadBackup(`The backup has a file ${line.file}, but no row for it. Refused.`);
    if ('rows' in line && columns.length > 0)
      for (const row of line.rows) {
        const cell = (name: string) => row[columns.indexOf(name)] ?? '';
        filesByVersion.set(checkedVersionOf(cell('version')), checkedFile(cell, target.buckets));
      }
  }
  return filesByVersion;
}

const refuseQueries = () => Promise.reject(new Error('A backup check runs no queries.'));

/** Rows are inserted later; that their tables and columns exist is checked now. */
async function checkTables(lines: ReturnType<typeof supabaseLines>, tables: Table[]): Promise<void> {
  for await (const line of lines) if ('table' in line) inserterFor(refuseQueries, tables, line);
}

function checkedVersionOf(version: string): string {
  if (!isVersion(version)) throw new BadBackup('The backup has a file whose name is not a UUID. Refused.');
  return version;
}

function checkedFile(cell: (name: string) => string, buckets: string[]): StoredFile {
  const [bucket, name] = [cell('bucket_id'), cell('name')];
  if (!buckets.includes(bucket))
    throw new BadBackup(`The backup has a file in ${bucket}, which does not hold files here. Refused.`);
  if (!isName(name))
    throw new BadBackup(`The backup has a file called ${name}, which is not a valid name. Refused.`);
  const mimetype = mimetypeIn(cell('metadata'));
  if (!MIME_TYPE.test(mimetype))
    throw new BadBackup(`The backup has a file of the unknown type ${mimetype}. Refused.`);
  return { bucket, name, mimetype };
}

function mimetypeIn(metadata: string): string {
  try {
    const { mimetype } = JSON.parse(metadata || '{}') as { mimetype?: unknown };
    return typeof mimetype === 'string' ? mimetype : 'application/octet-stream';
  } catch {
    throw new BadBackup('The backup has a file whose metadata is not JSON. Refused.');
  }
}
