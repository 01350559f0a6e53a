import * as z from 'zod/mini';
import { AppError } from './app-error.ts';
import { config } from './config.ts';
import { fetchAsUser } from './supabase.ts';

const Files = z.array(z.object({ id: z.nullable(z.string()), name: z.string() }));
const MAX_FILES = 1000;
/** Supabase's dashboard leaves it in a folder whose last file was removed. */
const PLACEHOLDER = '.emptyFolderPlaceholder';

/** The names of the files in a folder of a private bucket, as far as the patient may see them. */
export async function listFiles(bucket: string, folder: string): Promise<string[]> {
  const answer = await ask(`list/${bucket}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ prefix: folder, limit: MAX_FILES }),
  });
  // An entry without an id is a folder.
  const files = Files.parse(await answer.json()).filter(
    ({ id, name }) => id !== null && name !== PLACEHOLDER,
  );
  return files.map(({ name }) => name);
}

/**
 * A private file as it is on the server now: a patient's request is never served from the browser's cache.
 */
export async function downloadFile(bucket: string, folder: string, name: string): Promise<Blob> {
  const path = `${bucket}/${folder}/${encodeURIComponent(name)}`;
  return (await ask(`authenticated/${path}`)).blob();
}

/** Uploads a file to a private bucket. An existing one was uploaded by an earlier try. */
export async function uploadFile(bucket: string, path: string, file: Blob): Promise<void> {
  try {
    await ask(`${bucket}/${path}`, { method: 'POST', headers: { 'Content-Type': file.type }, body: file });
  } catch (error) {
    if (!(error instanceof AppError && error.status === 409)) throw error;
  }
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetchAsUser(`${config().supabaseUrl}/storage/v1/object/${path}`, init);
  if (!answer.ok) throw new AppError('storage_refused', '', answer.status);
  return answer;
}
