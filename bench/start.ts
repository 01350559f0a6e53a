import { readFile, rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { spawnPortal } from '../server/testing/spawn-portal.ts';

// How long from the start to an answering /health, cold (portal built, database made) and with data; and how much memory
// does the server alone hold when nobody asks anything?

const TARGETS = { cold: 15, withData: 3, megabytes: 150 };
const seconds = async <T>(work: () => Promise<T>) => {
  const begun = performance.now();
  const result = await work();
  return { result, took: (performance.now() - begun) / 1000 };
};

await rm(join(import.meta.dirname, '../web/dist'), { recursive: true, force: true });
const cold = await seconds(() => spawnPortal());
const { dataFolder } = cold.result;
await cold.result.end();
const withData = await seconds(() => spawnPortal({ dataFolder }));
const status = await readFile(`/proc/${withData.result.process.pid}/status`, 'utf8');
const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
await withData.result.remove();

console.log(`machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`);
console.table({
  'cold start, seconds': { measured: Number(cold.took.toFixed(2)), target: TARGETS.cold },
  'start with data, seconds': { measured: Number(withData.took.toFixed(2)), target: TARGETS.withData },
  'server at rest, MB': { measured: Math.round(megabytes), target: TARGETS.megabytes },
});
const met = cold.took <= TARGETS.cold && withData.took <= TARGETS.withData && megabytes <= TARGETS.megabytes;
process.exit(met ? 0 : 1);
