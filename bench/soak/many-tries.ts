import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from './assert.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The tests that repeat something as often as they should: `npm test` repeats it less. */
const FILES = globSync('{server,supabase/tests}/**/*.test.ts', { cwd: ROOT }).filter((file) =>
  readFileSync(join(ROOT, file), 'utf8').includes('testing/times.ts'),
);

export async function manyTries() {
  const ran = spawnSync('npx', ['vitest', 'run', ...FILES], {
    cwd: ROOT,
    env: { ...process.env, TRIES: 'whole' },
    encoding: 'utf8',
  });
  assert(ran.status === 0, ran.stdout.slice(-4_000));
  return { files: FILES.length };
}
