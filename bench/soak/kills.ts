import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hold } from './hold.ts';

/** server/kill.test.ts, which `npm test` runs with a few kills. */
export async function kills({ count = 20 } = {}) {
  const running = spawn('vitest', ['run', 'server/kill.test.ts'], {
    env: { ...process.env, KILLS: String(count) },
    stdio: 'inherit',
  });
  const [code] = (await once(running, 'exit')) as [number | null];
  hold(code === 0, 'something acknowledged was lost');
  return { server: count, postgres: count };
}
