import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canCutNetwork, withoutNetwork } from '../scripts/without-network.ts';

const ROOT = join(import.meta.dirname, '..');
const SIGN_IN = 'server/testing/sign-in-offline.ts';

const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env } });

test('the product starts and a patient signs in with the network cut', { timeout: 90_000 }, () => {
  const signIn = canCutNetwork()
    ? run(...withoutNetwork(process.execPath, SIGN_IN))
    : run(process.execPath, [SIGN_IN], {
        NODE_OPTIONS: `--import ${join(ROOT, 'server/testing/refuse-outside.ts')}`,
      });
  expect(signIn.stdout + signIn.stderr).toBe('signed in without a network\n');
});
