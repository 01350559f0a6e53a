import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { gatherCrowd, percentile } from '../server/realtime/testing/crowd.ts';
import type { Secrets } from '../server/settings.ts';
import { spawnPortal } from '../server/testing/spawn-portal.ts';

// How long until the last of 500 open sockets has heard a broadcast, and how much memory does the server hold for them?

const SOCKETS = 500;
const TARGETS = { p99: 100, atRest: 150 };

const portal = await spawnPortal({ env: { PORTAL_IS_ELSEWHERE: 'true', DEMO_DATA: 'false' } });
try {
  const secrets = JSON.parse(await readFile(join(portal.dataFolder, 'secrets.json'), 'utf8')) as Secrets;
  const megabytes = async () =>
    Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${portal.process.pid}/status`, 'utf8'))?.[1]) / 1024;
  const atRest = await megabytes();
  const crowd = await gatherCrowd({ url: portal.url, ...secrets }, SOCKETS);
  const withCrowd = await megabytes();
  await crowd.hear(20); // until the compiler is done
  const delays = await crowd.hear(100);
  crowd.leave();
  const p99 = percentile(delays, 0.99);

  console.log(
    `machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}; ${SOCKETS} sockets, 100 broadcasts`,
  );
  console.table({
    'heard, of 50,000': { measured: delays.length, target: SOCKETS * 100 },
    'median, ms': { measured: Number(percentile(delays, 0.5).toFixed(1)) },
    'p99, ms': { measured: Number(p99.toFixed(1)), target: TARGETS.p99 },
    'server at rest, MB': { measured: Math.round(atRest), target: TARGETS.atRest },
    'server with sockets, MB': { measured: Math.round(withCrowd) },
  });
  const met = delays.length === SOCKETS * 100 && p99 <= TARGETS.p99 && atRest <= TARGETS.atRest;
  process.exitCode = met ? 0 : 1;
} finally {
  await portal.remove();
}
