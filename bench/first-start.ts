import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeData } from '../server/embedded/cluster-folder.ts';
import { freePort, untilHealthy } from '../server/testing/spawn-portal.ts';
import { round } from './numbers.ts';

// How much disk space does a newcomer's first `npm start` take, and how long, including the install? Uses
// the last commit, and whatever npm has in its cache on this machine.

const ROOT = join(import.meta.dirname, '..');
const FIRST_START_TIMEOUT_MS = 600_000;

export type FirstStart = { firstStartMegabytes: number; firstStartSeconds: number };

export async function measureFirstStart(): Promise<FirstStart> {
  const clone = await mkdtemp(join(tmpdir(), 'bea-clone-'));
  await chmod(clone, 0o755); // as a clone is: PostgreSQL's account enters it, and the data stay inside
  // By URL, so that git packs the history as a server does; from a path it copies whatever is there.
  execFileSync('git', ['clone', '--quiet', `file://${ROOT}`, clone]);
  const port = await freePort();
  const begun = performance.now();
  const { DATA_DIR: _, ...env } = process.env;
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...env, NODE_ENV: '', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true, // a group of its own, which Ctrl-C would end as one
  });
  try {
    await untilHealthy({ url: `http://localhost:${port}`, process: child }, FIRST_START_TIMEOUT_MS);
    const seconds = (performance.now() - begun) / 1000;
    const megabytes = Number.parseInt(execFileSync('du', ['-sm', clone], { encoding: 'utf8' }), 10);
    return { firstStartMegabytes: megabytes, firstStartSeconds: round(seconds) };
  } finally {
    if (child.exitCode === null) {
      const exited = once(child, 'exit');
      process.kill(-child.pid!, 'SIGINT');
      await exited;
    }
    await removeData(join(clone, '.data'));
    await rm(clone, { recursive: true, force: true });
  }
}
