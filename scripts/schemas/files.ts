import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SUPABASE = join(import.meta.dirname, '../../supabase');

/** `supabase/schemas` in the order that `schema_paths` in config.toml gives, which Supabase's CLI reads as well. */
export function schemaFiles(config = readFileSync(join(SUPABASE, 'config.toml'), 'utf8')): string[] {
  const list = /^schema_paths = \[([^\]]*)\]/m.exec(config)?.[1] ?? '';
  return [...list.matchAll(/"\.\/([^"]+)"/g)].map(([, path]) => path!);
}

/** All of it as one text that makes a database. Bodies are not checked, because a function may name one that comes later. */
export function schemasAsSql(read = (path: string) => readFileSync(join(SUPABASE, path), 'utf8')): string {
  const texts = schemaFiles().map((path) => `-- ${path}\n\n${read(path).trim()}`);
  return ['set check_function_bodies = off;', ...texts, 'reset check_function_bodies;'].join('\n\n') + '\n';
}
