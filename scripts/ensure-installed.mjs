// Runs under whatever Node the machine has (20 or newer), before any dependency exists.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.installed');
const fingerprint = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');

// In production what is installed is the operator's choice, and a server may be running on it.
const installed =
  process.env.NODE_ENV === 'production'
    ? existsSync(join(root, 'node_modules'))
    : existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
if (!installed) {
  process.stdout.write('Installing dependencies …\n');
  const npm = spawnSync('npm', ['ci', '--no-progress'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    process.stderr.write('npm ci failed: nothing was started. See its message above.\n');
    process.exit(npm.status ?? 1);
  }
  writeFileSync(stamp, fingerprint());
}

const bundled = join(root, 'node_modules', '.bin', 'node');
const [major, minor] = process.versions.node.split('.').map(Number);
if (!existsSync(bundled) && (major < 22 || (major === 22 && minor < 18))) {
  process.stderr.write(
    `Node 22.18 or newer is needed on ${process.platform} ${process.arch}; this is ${process.version}.\n`,
  );
  process.exit(1);
}
