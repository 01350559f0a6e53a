import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../services.ts';
import { checkedName } from './names.ts';
import { saveObject } from './save-object.ts';
import { SERVICE } from './storage.ts';

const GUIDES = join(import.meta.dirname, '../../supabase/guides');
const BUCKET = 'guides';

/** Uploads new and changed guides that ship with the product to their public bucket. */
export async function publishGuides(
  services: Pick<Services, 'database' | 'log' | 'now' | 'store'>,
  folder = GUIDES,
): Promise<string[]> {
  const published = await publishedHashes(services);
  const changed: string[] = [];
  for (const file of await guidesIn(folder)) {
    const name = checkedName(file);
    const content = await readFile(join(folder, file));
    const eTag = `"${createHash('sha256').update(content).digest('hex')}"`;
    if (published.get(name) === eTag) continue;
    const target = { caller: SERVICE, path: { bucket: BUCKET, name }, mode: 'upsert' as const };
    await saveObject(services, target, {
      type: 'application/pdf',
      bytes: chunks(content),
      details: guideDetails,
    });
    changed.push(name);
  }
  return changed;
}

const guideDetails = () => ({ cacheControl: 'max-age=3600', userMetadata: null });

async function publishedHashes({ database }: Pick<Services, 'database'>): Promise<Map<string, string>> {
  const { rows } = await database.query<{ name: string; hash: string }>(
    `select name, metadata ->> 'eTag' as hash from storage.objects where bucket_id = $1`,
    [BUCKET],
  );
  return new Map(rows.map((row) => [row.name, row.hash]));
}

async function guidesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return files.filter((file) => file.endsWith('.pdf')).sort();
}

async function* chunks(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
