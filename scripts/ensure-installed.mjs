// Runs under whatever Node the machine has (20 or newer), before any dependency exists.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

if (!isInstalled()) {
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
}

const bundled = join(root, 'node_modules', '.bin', 'node');
const [major, minor] = process.versions.node.split('.').map(Number);
if (!existsSync(bundled) && (major < 22 || (major === 22 && minor < 18))) {
  process.stderr.write(
    `Node 22.18 or newer is needed on ${process.platform} ${process.arch}; this is ${process.version}.\n`,
  );
  process.exit(1);
}

/**
 * npm notes what it installed. All that is needed has to be there, and nothing in another version; the packages of
 * developers may be left out, together.
 */
function isInstalled() {
  // In production what is installed is the operator's choice, and a server may be running on it.
  if (process.env.NODE_ENV === 'production' && existsSync(join(root, 'node_modules'))) return true;
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const found = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  const isMissing = ([path, { version, optional }]) =>
    path !== '' && !optional && found[path]?.version !== version;
  const missing = Object.entries(wanted).filter(isMissing);
  const developersNeed = Object.values(wanted).filter(({ dev, optional }) => dev && !optional).length;
  const onlyWithoutDevelopers = missing.every(([, { dev }]) => dev) && missing.length === developersNeed;
  const outdated = Object.entries(found).some(([path, { version }]) => wanted[path]?.version !== version);
  return (missing.length === 0 || onlyWithoutDevelopers) && !outdated;
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}
