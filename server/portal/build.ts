import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileProblem } from '../settings/file-problem.ts';
import { BadSettings } from '../settings/bad-settings.ts';
import { PORTAL, switchTo, WEB } from './builds.ts';

const ROOT = join(import.meta.dirname, '../..');
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const SOURCES = ['web', 'domain', 'package-lock.json'];

/** Builds the portal, unless the existing build is from the same sources. */
export async function buildPortal(web = WEB): Promise<'built' | 'up to date'> {
  // A container image has the built portal without its sources, and an operator may have left out the build
  // tools.
  const canBuild = existsSync(join(WEB, 'index.html')) && existsSync(VITE);
  if (!canBuild && existsSync(join(PORTAL, 'index.html'))) return 'up to date';
  const build = join(web, 'dist-builds', (await fingerprint()).slice(0, 16));
  const known = existsSync(build);
  if (!known) await access(web, constants.W_OK).catch((error: unknown) => refuseUnwritable(error, web));
  if (!known) {
    // Builds in another folder and renames it, so that a kill or a second server never leaves half a build
    // being served.
    const draft = `${build}.${randomUUID()}`;
    await buildInto(draft);
    await rename(draft, build).catch(async (error: NodeJS.ErrnoException) => {
      await rm(draft, { recursive: true, force: true });
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // another server was faster
    });
  }
  await switchTo(web, build).catch((error: unknown) => refuseUnwritable(error, web));
  return known ? 'up to date' : 'built';
}

/** For a service whose program folder only its installer may write to. */
function refuseUnwritable(error: unknown, web: string): never {
  const problem = fileProblem(error, web);
  throw problem
    ? new BadSettings(
        `The portal isn’t built, and can’t be: ${problem} Or run npm run build once as its owner.`,
      )
    : error;
}

export const buildInto = (folder: string) =>
  run(VITE, ['build', 'web', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']);

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of await filesIn(join(ROOT, source))) {
      hash
        .update(relative(ROOT, file))
        .update('\0')
        .update(await readFile(file));
    }
  }
  const settings = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  for (const name of settings.sort()) hash.update(`\0${name}=${process.env[name]}`);
  return hash.digest('hex');
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  const inside = entries
    .filter(({ name }) => !name.startsWith('dist') && !/\.test\.tsx?$/.test(name))
    .map((entry) => join(path, entry.name))
    .sort();
  return (await Promise.all(inside.map(filesIn))).flat();
}

function run(script: string, args: string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: ROOT,
      // Set for everyone who starts the build, even a test runner. Any other value would include React's
      // development checks.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (words += part));
    child.once('error', failed);
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(`The portal did not build:\n${words}`)),
    );
  });
}
