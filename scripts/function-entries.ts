import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FUNCTIONS = join(ROOT, 'supabase/functions');
/** The imports of handlers and `_shared`. Deno only downloads what a function uses. */
const IMPORTS = [
  '@supabase/postgrest-js',
  'ical.js',
  'jose/jwt/sign',
  'micromark',
  'micromark-extension-gfm',
  'zod/mini',
] as const;

const INDEX = `import { serve } from '../_shared/serve.ts';
import { handler } from './handler.ts';

Deno.serve(serve(handler));
`;

/** The `index.ts` and `deno.json` of every function, which Supabase's CLI requires in each folder. */
export function functionEntries(): { file: string; text: string }[] {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const imports = Object.fromEntries(IMPORTS.map((path) => [path, addressOf(path, dependencies)]));
  const deno = `${JSON.stringify({ imports }, null, 2)}\n`;
  return readdirSync(FUNCTIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .flatMap(({ name }) => [
      { file: join(FUNCTIONS, name, 'index.ts'), text: INDEX },
      { file: join(FUNCTIONS, name, 'deno.json'), text: deno },
    ]);
}

/** `jose/jwt/sign` is a path in the package `jose`. */
function addressOf(path: string, versions: Record<string, string>): string {
  const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
  return `npm:${name}@${versions[name]}${path.slice(name.length)}`;
}

if (import.meta.main) for (const { file, text } of functionEntries()) writeFileSync(file, text);
