import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildPortal } from '../server/portal/build.ts';

/** `npm run test:postgres -- 15`: the server's suite on another PostgreSQL than the one that npm installs. */
const [version = ''] = process.argv.slice(2);
const folder = join('/usr/lib/postgresql', version, 'bin');

if (!/^\d+$/.test(version) || !existsSync(join(folder, 'initdb'))) {
  console.error(
    version
      ? `There is no PostgreSQL in ${folder}: apt-get install postgresql-${version}`
      : 'Which version? npm run test:postgres -- 15',
  );
  process.exit(1);
}
await buildPortal();
const { status } = spawnSync('vitest', ['run', '--project', 'server'], {
  stdio: 'inherit',
  env: { ...process.env, TEST_POSTGRES_BIN: folder },
});
process.exit(status ?? 1);
