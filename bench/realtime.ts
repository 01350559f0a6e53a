import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gatherCrowd } from '../server/realtime/testing/crowd.ts';
import type { Secrets } from '../server/settings/settings.ts';
import { spawnPortal } from '../server/testing/spawn-portal.ts';
import { percentile, round } from './numbers.ts';

// How long until 500 open sockets have heard a broadcast, and how much memory does the server hold for them?

export type RealtimeResult = {
  sockets: number;
  missed: number;
  medianMs: number;
  p99Ms: number;
  megabytesAtRest: number;
  megabytesWithSockets: number;
};

const SOCKETS = 500;
const BROADCASTS = 100;

export async function measureRealtime(): Promise<RealtimeResult> {
  const portal = await spawnPortal({ env: { PORTAL_IS_ELSEWHERE: 'true', DEMO_DATA: 'false' } });
  try {
    const secrets = JSON.parse(await readFile(join(portal.dataFolder, 'secrets.json'), 'utf8')) as Secrets;
    const megabytesAtRest = await megabytesOf(portal.process.pid);
    const crowd = await gatherCrowd({ url: portal.url, ...secrets }, SOCKETS);
    const megabytesWithSockets = await megabytesOf(portal.process.pid);
    await crowd.broadcast(20); // until the compiler is done
    const delays = await crowd.broadcast(BROADCASTS);
    crowd.leave();
    return {
      sockets: SOCKETS,
      missed: SOCKETS * BROADCASTS - delays.length,
      medianMs: round(percentile(delays, 50), 1),
      p99Ms: round(percentile(delays, 99), 1),
      megabytesAtRest,
      megabytesWithSockets,
    };
  } finally {
    await portal.remove();
  }
}

async function megabytesOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
