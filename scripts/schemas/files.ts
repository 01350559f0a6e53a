import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SUPABASE = join(import.meta.dirname, '../../supabase');

/**
 * The files of `supabase/schemas` in the order of `schema_paths` in config.toml, which Supabase's CLI also
 * uses.
 */
export function schemaFiles(config = readFileSync(join(SUPABASE, 'config.toml'), 'utf8')): string[] {
  const list = /^schema_paths = \[([^\]]*)\]/m.exec(config)?.[1] ?? '';
  return [...list.matchAll(/"\.\/([^"]+)"/g)].map(([, path]) => path!);
}

/**
 * All of it as one text that creates a database. Bodies aren't checked, because a function may name a later
 * one.
 */
export function schemasAsSql(read = (path: string) => readFileSync(join(SUPABASE, path), 'utf8')): string {
  const texts = schemaFiles().map((path) => `-- ${path}\n\n${read(path).trim()}`);
  return ['set check_function_bodies = off;', ...texts, 'reset check_function_bodies;'].join('\n\n') + '\n';
}
