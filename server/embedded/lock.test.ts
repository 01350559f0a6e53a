import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataFolder, runningOn, type Lock } from './lock.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'bea-lock-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('a second server on the same data learns who holds it', async () => {
  const path = await folder();
  const lock = (await lockDataFolder(path)) as Lock;
  lock.tell({ pid: 4711, url: 'http://localhost:3000', socketFolder: '/tmp/x' });
  expect(await lockDataFolder(path)).toEqual({
    pid: 4711,
    url: 'http://localhost:3000',
    socketFolder: '/tmp/x',
  });
  await lock.release();
  expect(await runningOn(path)).toBeNull();
});

test('fifty that want the lock at once: one gets it', async () => {
  const path = await folder();
  const all = await Promise.all(Array.from({ length: 50 }, () => lockDataFolder(path)));
  const holders = all.filter((one): one is Lock => 'release' in one);
  expect(holders).toHaveLength(1);
  await holders[0]!.release();
});
