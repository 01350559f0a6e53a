import { lstat, readFile, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const json = async <T>(path: string) => JSON.parse(await readFile(join(ROOT, path), 'utf8')) as T;

type Manifest = {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
type Lock = {
  packages: Record<
    string,
    {
      optionalDependencies?: Record<string, string>;
      hasInstallScript?: boolean;
      resolved?: string;
      dev?: boolean;
    }
  >;
};

test('every package with a part for this platform’s sister platform has that part in the lock file too', async () => {
  const { packages } = await json<Lock>('package-lock.json');
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const missing: string[] = [];
  for (const { optionalDependencies = {} } of Object.values(packages)) {
    const parts = Object.keys(optionalDependencies).filter(
      (name) => /linux/.test(name) && !/musl|arm-|armv|ia32/.test(name),
    );
    const platforms = parts.filter((name) => /(x64|arm64)/.test(name));
    missing.push(...platforms.filter((name) => !names.has(name)));
    if (platforms.length > 0) {
      expect(
        platforms.some((name) => name.includes('x64')),
        platforms.join(),
      ).toBe(true);
      expect(
        platforms.some((name) => name.includes('arm64')),
        platforms.join(),
      ).toBe(true);
    }
  }
  expect(missing).toEqual([]);
});

test('the lock file names no registry', async () => {
  const { packages } = await json<Lock>('package-lock.json');
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
});

test('each install script is allowed or refused by name', async () => {
  const { packages } = await json<Lock>('package-lock.json');
  const { allowScripts } = await json<{ allowScripts: Record<string, boolean> }>('package.json');
  const scripted = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(scripted.filter((name) => !(name in allowScripts))).toEqual([]);
});

test('every dependency is pinned to one version', async () => {
  const { dependencies, devDependencies, optionalDependencies } = await json<Manifest>('package.json');
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

const RUNS_THE_PRODUCT =
  /^(node (-- )?(server\/main|server\/commands\/[\w-]+|scripts\/dev|scripts\/build)\.ts)$/;

test('every script installs the packages it needs: the product’s, or the tests’ too', async () => {
  const { scripts } = await json<Manifest>('package.json');
  const own = Object.entries(scripts).filter(
    ([name]) => !(name.startsWith('pre') && name.slice(3) in scripts),
  );
  expect(own.length).toBeGreaterThan(15);
  for (const [name, command] of own) {
    const ensure = `node scripts/ensure-installed.mjs${RUNS_THE_PRODUCT.test(command) ? '' : ' everything'}`;
    expect([name, scripts[`pre${name}`]]).toEqual([name, ensure]);
  }
});

test('what the product is built from and runs on is installed without the test packages', async () => {
  const { dependencies } = await json<Manifest>('package.json');
  const entries = (await readdir(join(ROOT, 'server/commands'))).filter((file) => /^[\w-]+\.ts$/.test(file));
  const imported = await packagesFrom([
    'server/main.ts',
    ...entries.map((file) => `server/commands/${file}`),
    'scripts/build.ts',
    'scripts/dev.ts',
    'web/vite.config.ts',
    ...(await readdir(join(ROOT, 'web/src'), { recursive: true }))
      .filter((file) => /^[^.]+\.tsx?$/.test(file) && !/(^|\/)(testing|gallery)\//.test(file))
      .map((file) => `web/src/${file}`),
  ]);
  expect(imported).toEqual(expect.arrayContaining(['hono', 'pg', 'react', 'vite']));
  expect(imported.filter((name) => !(name in dependencies))).toEqual([]);
});

// With the clone, the portal's build and the demo's data (80 MB together), a first start stays below 400 MB.
const MAX_INSTALL_MEGABYTES = 320;

test('what a start installs stays within its size budget', async () => {
  const { packages } = await json<Lock>('package-lock.json');
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const sizes = await Promise.all(installed.map(([path]) => sizeOnDisk(join(ROOT, path))));
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
  expect(megabytes).toBeGreaterThan(100);
  expect(megabytes).toBeLessThanOrEqual(MAX_INSTALL_MEGABYTES);
});

/**
 * Without nested packages, which are counted separately, and without the files that `ensure-installed.mjs`
 * removes.
 */
async function sizeOnDisk(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // for another system
    throw error;
  });
  const kept = entries.filter(
    ({ name }) =>
      name !== 'node_modules' &&
      !name.endsWith('.map') &&
      !/node-linux-\w+\/include$/.test(join(folder, name)),
  );
  const sizes = await Promise.all(
    kept.map(async (entry) => {
      const path = join(folder, entry.name);
      return (await lstat(path)).blocks * 512 + (entry.isDirectory() ? await sizeOnDisk(path) : 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const IMPORTS = /^(?:import|export)\s+(?!type\b)(?:[\w\s{},*$]+\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** The packages that these files and their imports need when they run. */
async function packagesFrom(files: string[]): Promise<string[]> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = await readFile(join(ROOT, file), 'utf8');
    for (const [, stated, awaited] of text.matchAll(IMPORTS)) {
      const named = stated ?? awaited;
      if (!named || /^(node:|@\/|@domain\/)|\.css$/.test(named)) continue;
      if (!named.startsWith('.')) names.add(named.split('/', named.startsWith('@') ? 2 : 1).join('/'));
      else if (/\.tsx?$/.test(named)) await visit(posix.join(posix.dirname(file), named));
    }
  };
  for (const file of files) await visit(file);
  return [...names].sort();
}

test('the functions’ packages on Deno match the repository’s', async () => {
  const { dependencies } = await json<Manifest>('package.json');
  const folders = (await readdir(join(ROOT, 'supabase/functions'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map((entry) => entry.name);
  for (const folder of folders) {
    const { imports } = await json<{ imports: Record<string, string> }>(
      `supabase/functions/${folder}/deno.json`,
    );
    for (const address of Object.values(imports)) {
      const [, name, version] = /^npm:(@?[^@]+)@([^/]+)/.exec(address)!;
      expect(`${folder} ${name} ${version}`).toBe(`${folder} ${name} ${dependencies[name!]}`);
    }
  }
  expect(folders.length).toBeGreaterThan(0);
});
