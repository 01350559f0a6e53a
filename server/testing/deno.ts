import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './spawn-portal.ts';

const ROOT = join(import.meta.dirname, '../..');
const FUNCTIONS = join(ROOT, 'supabase/functions');
const PLATFORM =
  process.platform === 'linux' ? `linux-${process.arch}-glibc` : `${process.platform}-${process.arch}`;
export const DENO = join(ROOT, 'node_modules/@deno', PLATFORM, 'deno');
/** Deno's compiled sources, cached by their content, because compiling took half of a start. */
const COMPILED = join(ROOT, 'node_modules/.cache/deno');

export type Deno = { url: string; stop: () => Promise<void> };

/** A function as on Supabase: its own index.ts under real Deno, offline, with the given backend. */
export const serveWithDeno = (
  name: string,
  backend: { url: string; keys: { anonKey: string; serviceRoleKey: string } },
  env: Record<string, string> = {},
): Promise<Deno> =>
  startDeno(ROOT, name, [join(FUNCTIONS, name, 'index.ts')], {
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: backend.keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: backend.keys.serviceRoleKey,
    ...env,
  });

/** Many functions in one process, each with its own index.ts and only these settings. */
export const serveAllWithDeno = (names: string[], env: Record<string, string>): Promise<Deno> =>
  startDeno(
    ROOT,
    names[0]!,
    [`--allow-read=${ROOT}`, join(import.meta.dirname, 'all-functions.deno.ts'), ...names],
    env,
  );

/** Runs from a copy of the project's files in another folder. */
export const serveFolderWithDeno = (
  folder: string,
  name: string,
  env: Record<string, string>,
): Promise<Deno> => startDeno(folder, name, [join(folder, 'supabase/functions', name, 'index.ts')], env);

/** `name` is the function whose packages are used. They are the same for all. */
async function startDeno(
  root: string,
  name: string,
  program: string[],
  env: Record<string, string>,
): Promise<Deno> {
  const port = await freePort();
  const flags = [
    '--allow-net=127.0.0.1',
    '--allow-env',
    '--no-lock',
    '--no-remote',
    '--node-modules-dir=manual',
  ];
  const config = join(root, 'supabase/functions', name, 'deno.json');
  const child = spawn(DENO, ['run', ...flags, '-c', config, ...program], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      DENO_DIR: COMPILED,
      DENO_NO_UPDATE_CHECK: '1',
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      ...env,
    },
  });
  let words = '';
  await new Promise<void>((ready, failed) => {
    child.once('exit', () => failed(new Error(`Deno did not start ${name}:\n${words}`)));
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      words += part;
      if (words.includes('Listening on')) ready();
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
