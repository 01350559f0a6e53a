// Runs under whatever Node the machine has (20 or newer), before any dependency exists.
//   node scripts/ensure-installed.mjs                what runs the product, its build included
//   node scripts/ensure-installed.mjs everything     tests and benchmarks need their packages too
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const wantsEverything = process.argv[2] === 'everything';
const CLEAR_LINE = '\r\u001B[2K';
// npm writes it last, so an interrupted install has none.
const record = join(root, 'node_modules', '.package-lock.json');

if (!isInstalled()) await install();
refuseOldNode();

/** Everything needed must be installed, in exactly the right version. */
function isInstalled() {
  // In production, the operator decides what is installed, and a server may be using it.
  if (process.env.NODE_ENV === 'production' && existsSync(record)) return true;
  const { lacksProduct, lacksTests, isOutdated } = compare();
  return !lacksProduct && !isOutdated && !(wantsEverything && lacksTests);
}

function compare() {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const found = packagesIn(record);
  const missing = Object.entries(wanted).filter(
    ([path, { version, optional }]) => path !== '' && !optional && found[path]?.version !== version,
  );
  return {
    lacksProduct: !existsSync(record) || missing.some(([, { dev }]) => !dev),
    lacksTests: missing.some(([, { dev }]) => dev),
    isOutdated: Object.entries(found).some(([path, { version }]) => wanted[path]?.version !== version),
  };
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

async function install() {
  const { lacksProduct, isOutdated } = compare();
  if (!lacksProduct && !isOutdated) {
    // Added to the existing packages, because the portal may be running on them and `npm ci` would start by
    // deleting them.
    return npm('install', '--no-save', '--include=dev', '--include=optional');
  }
  rmSync(record, { force: true }); // npm deletes in no particular order
  await npm('ci', wantsEverything ? '--include=dev' : '--omit=dev', '--include=optional');
  if (!wantsEverything) trim();
}

/** A quarter of the installed files only serve compilers and debuggers: Node's headers and source maps. */
function keepSeconds(seconds) {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'install.json'), JSON.stringify({ seconds, endedAt: Date.now() }));
}

/** A quarter of what a start installs serves compilers and debuggers alone: Node's headers, and source maps. */
function trim() {
  const packages = join(root, 'node_modules');
  for (const arch of ['x64', 'arm64'])
    rmSync(join(packages, `node-linux-${arch}`, 'include'), { recursive: true, force: true });
  for (const file of readdirSync(packages, { recursive: true }))
    if (/\.[cm]?[jt]sx?\.map$/.test(file)) rmSync(join(packages, file));
}

/** On a terminal our own line counts the seconds, and npm only reports problems. */
async function npm(...args) {
  const what = wantsEverything ? 'packages, including those for tests' : 'packages';
  const terminal = process.stdout.isTTY;
  // At a terminal our own line counts the seconds, and npm says only what went wrong.
  const child = spawn('npm', [...args, '--no-progress'], {
    cwd: root,
    stdio: terminal ? ['inherit', 'ignore', 'inherit'] : 'inherit',
    detached: true,
  });
  const since = performance.now();
  const tell = () => {
    const seconds = Math.floor((performance.now() - since) / 1000);
    process.stdout.write(`${CLEAR_LINE}  Installing ${what} …${seconds < 2 ? '' : ` ${seconds} s`}`);
  };
  if (terminal) tell();
  else process.stdout.write(`Installing ${what} …\n`);
  const ticking = terminal ? setInterval(tell, 1000) : null;
  let endedBy = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (endedBy || !child.pid) return;
      endedBy = signal;
      process.kill(-child.pid, 'SIGKILL');
    });
  }
  const code = await new Promise((ended) => {
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      ended(1);
    });
    child.once('exit', (status) => ended(status ?? 1));
  });
  clearInterval(ticking);
  const seconds = Math.round((performance.now() - since) / 1000);
  if (terminal)
    process.stdout.write(CLEAR_LINE + (code === 0 ? `  ✓ Packages installed (${seconds} s)\n` : ''));
  if (endedBy) process.exit(128 + constants.signals[endedBy]);
  if (code === 0 && wantsEverything) keepSeconds(seconds);
  if (code === 0) return;
  process.stderr.write(`npm ${args[0]} failed: nothing was started. See its message above.\n`);
  process.exit(code);
}

function refuseOldNode() {
  const bundled = join(root, 'node_modules', '.bin', 'node');
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (existsSync(bundled) || major > 22 || (major === 22 && minor >= 18)) return;
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  process.stderr.write(
    existsSync(packaged)
      ? `npm 10 and older don’t link the portal’s own Node as node_modules/.bin/node, and this machine’s Node, ${process.version}, is too old.\n` +
          'Update npm and install again: npm install -g npm@11 && npm ci --omit=dev\n'
      : `Node 22.18 or newer is needed on ${process.platform} ${process.arch}; this is ${process.version}.\n`,
  );
  process.exit(1);
}
