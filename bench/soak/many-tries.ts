import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { assert } from './assert.ts';

/** The tests that try something random, as often as they should: `npm test` tries each of them a few times. */
const FILES = ['supabase/tests/probes.test.ts', 'supabase/tests/journey-walk.test.ts'];

export async function manyTries() {
  const ran = spawnSync('npx', ['vitest', 'run', ...FILES], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, TRIES: 'whole' },
    encoding: 'utf8',
  });
  assert(ran.status === 0, ran.stdout.slice(-4_000));
  return { files: FILES.length };
}
