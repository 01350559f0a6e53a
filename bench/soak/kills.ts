import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { assert } from './assert.ts';

/** The kill tests that `npm test` runs with a few kills, here with many. */
export async function kills({ count = 20 } = {}) {
  const running = spawn('vitest', ['run', 'server/kill.test.ts', 'server/start.test.ts'], {
    env: { ...process.env, KILLS: String(count) },
    stdio: 'inherit',
  });
  const [code] = (await once(running, 'exit')) as [number | null];
  assert(code === 0, 'a kill lost something, or blocked the next start');
  return { server: count, postgres: count };
}
