import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const json = async <T>(path: string) => JSON.parse(await readFile(join(ROOT, path), 'utf8')) as T;

type Manifest = {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
type Lock = {
  packages: Record<
    string,
    { optionalDependencies?: Record<string, string>; hasInstallScript?: boolean; resolved?: string }
  >;
};

test('every package with a part for this platform’s sister has that part in the lock file too', async () => {
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

test('the functions’ packages on Deno are those of the repository', async () => {
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
