import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Handler } from '../../supabase/functions/_shared/request/define-function.ts';

const FOLDER = join(import.meta.dirname, '../../supabase/functions');

/** The server sends what is in the outbox by a worker of its own. */
const ONLY_ON_SUPABASE = new Set(['deliver-outbox']);

/** The functions of the Supabase project, by name. */
export async function loadHandlers(): Promise<Map<string, Handler>> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const names = entries
    .filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('_') && !ONLY_ON_SUPABASE.has(entry.name),
    )
    .map(({ name }) => name);
  const loaded = names.map(async (name) => {
    const file = pathToFileURL(join(FOLDER, name, 'handler.ts')).href;
    const { handler } = (await import(/* @vite-ignore */ file)) as { handler: Handler };
    return [name, handler] as const;
  });
  return new Map(await Promise.all(loaded));
}
