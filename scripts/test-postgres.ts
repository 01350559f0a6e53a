import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run test:postgres -- 16`: the server's suite on another PostgreSQL than the one that npm installs. The shapes of a
 * Supabase project, which it makes beside ours, need 16.
 */
const [version = ''] = process.argv.slice(2);
const folder = join('/usr/lib/postgresql', version, 'bin');

if (!/^\d+$/.test(version) || !existsSync(join(folder, 'initdb'))) {
  console.error(
    version
      ? `There is no PostgreSQL in ${folder}: apt-get install postgresql-${version}`
      : 'Which version? npm run test:postgres -- 16',
  );
  process.exit(1);
}
const { status } = spawnSync('vitest', ['run', '--project', 'server'], {
  stdio: 'inherit',
  env: { ...process.env, TEST_POSTGRES_BIN: folder },
});
process.exit(status ?? 1);
