import type { Query } from '../database/database.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { Line } from './archive.ts';

/** A Supabase project's address, and its secret key, which passes its policies. */
export type Project = { url: string; key: string };
type StoredFile = { bucket: string; name: string; mimetype: string };

/** Brings a backup's files into the project, all of them or none. Answers how to take them away again. */
export async function uploadFiles(
  lines: AsyncGenerator<Line>,
  project: Project,
): Promise<{ count: number; remove: () => Promise<void> }> {
  const places = new Map<string, StoredFile>();
  const uploaded: StoredFile[] = [];
  const remove = async () => {
    for (const file of uploaded) await removeFile(project, file);
  };
  let columns: string[] = [];
  let current: { file: StoredFile; parts: Uint8Array<ArrayBuffer>[] } | null = null;
  try {
    for await (const line of lines) {
      if ('bytes' in line) {
        current!.parts.push(Uint8Array.from(Buffer.from(line.bytes, 'base64')));
        continue;
      }
      if (current) await upload(project, current.file, new Blob(current.parts));
      if (current) uploaded.push(current.file);
      current = 'file' in line ? { file: places.get(line.file)!, parts: [] } : null;
      if ('table' in line) columns = line.table === 'storage.objects' ? line.columns : [];
      if ('rows' in line && columns.length > 0) for (const row of line.rows) note(places, columns, row);
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { count: uploaded.length, remove };
}

function note(places: Map<string, StoredFile>, columns: string[], row: (string | null)[]): void {
  const cell = (name: string) => row[columns.indexOf(name)] ?? '';
  const metadata = JSON.parse(cell('metadata') || '{}') as { mimetype?: string };
  const mimetype = metadata.mimetype ?? 'application/octet-stream';
  places.set(cell('version'), { bucket: cell('bucket_id'), name: cell('name'), mimetype });
}

async function upload(project: Project, { bucket, name, mimetype }: StoredFile, body: Blob): Promise<void> {
  const headers = { ...proofOf(project), 'content-type': mimetype, 'x-upsert': 'true' };
  const answer = await fetch(addressOf(project, bucket, name), { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`The project's storage answered ${answer.status} to an upload.`);
}

async function removeFile(project: Project, { bucket, name }: StoredFile): Promise<void> {
  await fetch(addressOf(project, bucket), {
    method: 'DELETE',
    headers: { ...proofOf(project), 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: [name] }),
  });
}

/** The project's files, by the versions that its own table gives them. */
export async function filesOf(query: Query, project: Project): Promise<Pick<ObjectStore, 'get'>> {
  const { rows } = await query<{ version: string; bucket: string; name: string }>(
    'select version, bucket_id as bucket, name from storage.objects where version is not null',
  );
  const places = new Map(rows.map((row) => [row.version, row]));
  return {
    get: async (version) => {
      const { bucket, name } = places.get(version)!;
      const answer = await fetch(addressOf(project, bucket, name), { headers: proofOf(project) });
      if (answer.ok) return answer.body;
      if (answer.status === 400 || answer.status === 404) return null;
      throw new Error(`The project's storage answered ${answer.status} to a download.`);
    },
  };
}

const addressOf = ({ url }: Project, bucket: string, name = '') =>
  `${url}/storage/v1/object/${[bucket, ...name.split('/').filter(Boolean)].map(encodeURIComponent).join('/')}`;

const proofOf = ({ key }: Project) => ({ apikey: key, authorization: `Bearer ${key}` });
