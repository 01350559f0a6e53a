import type { Query } from '../database/query-types.ts';
import type { ObjectStore } from '../storage/stores/object-store.ts';
import { BadBackup, type Line } from './archive.ts';
import type { StoredFile } from './checked-files.ts';

/** A Supabase project's URL, and its secret key, which bypasses row level security. */
export type Project = { url: string; key: string };

/** Uploads a backup's files to the project, all of them or none. `remove` undoes it. */
export async function uploadFiles(
  lines: AsyncGenerator<Line>,
  filesByVersion: Map<string, StoredFile>,
  project: Project,
): Promise<{ count: number; remove: () => Promise<void> }> {
  const uploaded: StoredFile[] = [];
  const remove = async () => {
    for (const file of uploaded) await removeFile(project, file);
  };
  let current: { file: StoredFile; parts: Uint8Array<ArrayBuffer>[] } | null = null;
  try {
    for await (const line of lines) {
      if ('bytes' in line) {
        current!.parts.push(Uint8Array.from(Buffer.from(line.bytes, 'base64')));
        continue;
      }
      if (current && (await upload(project, current.file, new Blob(current.parts))) === 'new')
        uploaded.push(current.file);
      current = 'file' in line ? { file: filesByVersion.get(line.file)!, parts: [] } : null;
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { count: uploaded.length, remove };
}

/** A file that existed before, such as a published guide, is replaced; `remove` leaves it. */
async function upload(project: Project, file: StoredFile, body: Blob): Promise<'new' | 'replaced'> {
  const answer = await send(project, file, body, 'false');
  if (answer.ok) return 'new';
  if (!(await saysDuplicate(answer))) throw uploadFailed(answer);
  const again = await send(project, file, body, 'true');
  if (!again.ok) throw uploadFailed(again);
  return 'replaced';
}

const send = (project: Project, { bucket, name, mimetype }: StoredFile, body: Blob, upsert: string) =>
  fetch(objectUrl(project, bucket, name), {
    method: 'POST',
    headers: { ...authHeaders(project), 'content-type': mimetype, 'x-upsert': upsert },
    body,
  });

/** Storage answers 400, with the actual 409 in the body. */
async function saysDuplicate(answer: Response): Promise<boolean> {
  if (answer.status === 409) return true;
  const said = (await answer.json().catch(() => null)) as { statusCode?: unknown } | null; // an HTML page of a gateway
  return String(said?.statusCode) === '409';
}

const uploadFailed = ({ status }: Response) =>
  new Error(`The project's storage answered ${status} to an upload.`);

async function removeFile(project: Project, { bucket, name }: StoredFile): Promise<void> {
  const answer = await fetch(objectUrl(project, bucket), {
    method: 'DELETE',
    headers: { ...authHeaders(project), 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: [name] }),
  });
  if (!answer.ok) throw new Error(`The project's storage answered ${answer.status} to a removal.`);
}

/** The project's files, by the versions that its own table gives them. */
export function filesOf(query: Query, project: Project): Pick<ObjectStore, 'get'> {
  const objectOf = async (version: string) => {
    const { rows } = await query<{ bucket: string; name: string }>(
      'select bucket_id as bucket, name from storage.objects where version = $1',
      [version],
    );
    return rows[0];
  };
  return {
    get: async (version) => {
      const object = await objectOf(version);
      if (!object) return null; // removed after the table was read
      const answer = await fetch(objectUrl(project, object.bucket, object.name), {
        headers: authHeaders(project),
      });
      if (answer.ok) return answer.body;
      await answer.text();
      if (!(await objectOf(version))) return null;
      // Storage answers 400 both for a missing file and for a key that may not read it.
      throw new Error(
        `The project's storage answered ${answer.status} to a download. Is SUPABASE_SECRET_KEY the secret key?`,
      );
    },
  };
}

/** `encodeURIComponent` leaves `..` as it is, which would send the secret key to another endpoint of the project. */
function objectUrl({ url }: Project, bucket: string, name = ''): string {
  const parts = [bucket, ...name.split('/').filter(Boolean)];
  if (parts.some((part) => part === '.' || part === '..'))
    throw new BadBackup(`A file cannot be called ${bucket}/${name}: refused.`);
  return `${url}/storage/v1/object/${parts.map(encodeURIComponent).join('/')}`;
}

const authHeaders = ({ key }: Project) => ({ apikey: key, authorization: `Bearer ${key}` });
