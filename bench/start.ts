import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { spawnPortal, type Portal } from '../server/testing/spawn-portal.ts';
import { measureFirstStart, type FirstStart } from './first-start.ts';
import { round } from './numbers.ts';

// How long from the start to an answering /health, cold (portal built, database created) and with data; and
// how much memory does the server alone use at rest, and after ten thousand requests?

const REQUESTS = 10_000;

export type StartResult = FirstStart & {
  coldSeconds: number;
  withDataSeconds: number;
  megabytesAtRest: number;
  megabytesAfterRequests: number;
  requests: number;
};

export async function measureStart(): Promise<StartResult> {
  const firstStart = await measureFirstStart();
  for (const built of ['dist', 'dist-builds'])
    await rm(join(import.meta.dirname, '../web', built), { recursive: true, force: true });
  const cold = await timed(() => spawnPortal());
  const { dataFolder } = cold.result;
  await cold.result.end();
  const withData = await timed(() => spawnPortal({ dataFolder }));
  const portal = withData.result;
  try {
    const megabytesAtRest = await megabytes(portal);
    await askOften(portal);
    return {
      ...firstStart,
      coldSeconds: round(cold.seconds),
      withDataSeconds: round(withData.seconds),
      megabytesAtRest,
      megabytesAfterRequests: await megabytes(portal),
      requests: REQUESTS,
    };
  } finally {
    await portal.remove();
  }
}

async function timed<T>(work: () => Promise<T>) {
  const begun = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - begun) / 1000 };
}

async function askOften({ url }: Portal): Promise<void> {
  const { supabaseAnonKey: apikey } = (await (await fetch(`${url}/config.json`)).json()) as {
    supabaseAnonKey: string;
  };
  const result = await autocannon({
    url: `${url}/rest/v1/blog_articles?select=id,title&limit=20`,
    headers: { apikey },
    connections: 16,
    amount: REQUESTS,
  });
  if (result.non2xx || result.errors) throw new Error('Requests were refused or failed.');
}

async function megabytes({ process: { pid } }: Portal): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
