import { spawnSync } from 'node:child_process';
import { canCutNetwork, withoutNetwork } from './without-network.ts';

/** `npm run test:offline`: all of `npm test`, without a network. */
if (!canCutNetwork()) {
  console.error(
    'This needs Linux with `unshare` and `ip` (Debian: util-linux, iproute2) and permission to use them.',
  );
  process.exit(1);
}
process.exit(spawnSync(...withoutNetwork('npm', 'test'), { stdio: 'inherit' }).status ?? 1);
