import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const STORY = [process.execPath, 'server/testing/offline-story.ts'];
const WITHOUT_NETWORK = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

/** A network namespace with nothing but loopback; root needs no user namespace for it. */
const NAMESPACE = process.getuid?.() === 0 ? ['unshare', '-n'] : ['unshare', '-cn', '--keep-caps'];

const run = ([command, ...args]: string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(command!, args, { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env } });

test('the product starts and a patient signs in with the network cut', { timeout: 90_000 }, () => {
  const cut = [...NAMESPACE, ...WITHOUT_NETWORK];
  const canCut = run([...cut, 'true']).status === 0;
  const story = canCut
    ? run([...cut, ...STORY])
    : run(STORY, { NODE_OPTIONS: `--import ${join(ROOT, 'server/testing/refuse-outside.ts')}` });
  expect(story.stdout + story.stderr).toBe('signed in without a network\n');
});
