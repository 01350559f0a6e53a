import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanFile } from '../../domain/messages/files/clean-file.ts';
import { PICTURES, pictureName } from '../../domain/messages/pictures/places.ts';
import type { Query } from '../database/query-types.ts';
import type { Services } from '../services.ts';
import { writeStatement } from '../storage/routes/objects.ts';
import { metadataOf } from '../storage/save-object.ts';

/** What people in the demo send each other. */
const FILES = {
  'peak-test': 'files/peak-test.jpg',
  'ovulation-guide': '../../supabase/guides/opk-guide.pdf',
};
export type DemoFile = keyof typeof FILES;

export type FileServices = Pick<Services, 'now' | 'store'>;

/** Adds a file to a message as sending does: a clean copy in the patient's folder, and a row about it. */
export async function addMessageFile(
  query: Query,
  { store, now }: FileServices,
  { userId, messageId, file }: { userId: string; messageId: string; file: DemoFile },
): Promise<void> {
  const clean = cleanFile(await bytesOf(file));
  if ('refused' in clean) throw new Error(`The demo’s ${file} is refused: ${clean.refused}`);
  const { type, bytes } = clean;
  const [id, version] = [randomUUID(), randomUUID()];
  const name = pictureName(userId, id);
  const stored = await store.put(version, whole(bytes));
  const object = writeStatement('insert', {
    bucket: PICTURES,
    name,
    id: randomUUID(),
    version,
    ownerId: null,
    metadata: metadataOf(stored, type, 'max-age=3600', now()),
    userMetadata: null,
  });
  await query(object.text, object.values);
  await query(
    `insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes, created_at)
     select $1, id, user_id, 1, $3, $4, $5, created_at from public.messages where id = $2`,
    [id, messageId, name, type, stored.size],
  );
}

const bytesOf = async (file: DemoFile) =>
  new Uint8Array(await readFile(join(import.meta.dirname, FILES[file])));

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
