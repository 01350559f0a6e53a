import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** In dependency order. */
const FILES = ['roles', 'auth', 'storage', 'realtime', 'server'];

/** What a Supabase project has before its first migration, and the server's own tables. */
export const readFoundation = () =>
  Promise.all(
    FILES.map(async (name) => {
      const file = `foundation/${name}.sql`;
      return { file, sql: await readFile(join(import.meta.dirname, file), 'utf8') };
    }),
  );
