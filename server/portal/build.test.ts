import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const BUILDER = [
  'portal/build.ts',
  'portal/builds.ts',
  'settings/bad-settings.ts',
  'settings/file-problem.ts',
];

/** A folder with these files and our builder instead of its own. */
async function productOf(...files: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-product-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const file of BUILDER) await cp(join(import.meta.dirname, '..', file), join(folder, 'server', file));
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), 'throw new Error("built")');
  }
  return folder;
}

const build = (folder: string) =>
  spawnSync(
    process.execPath,
    [
      '-e',
      `import('${folder}/server/portal/build.ts').then(async (it) => console.log(await it.buildPortal()))`,
    ],
    { encoding: 'utf8' },
  );

const [TOOL, SOURCE, BUILT] = ['node_modules/vite/bin/vite.js', 'web/index.html', 'web/dist/index.html'];

test.each([
  ['the sources, as in a container', [TOOL, BUILT]],
  ['the build tools', [SOURCE, BUILT]],
])('a built portal without %s is served as it is', async (_, files) => {
  expect(build(await productOf(...files)).stdout).toBe('up to date\n');
});

test('without either of them the portal is built', async () => {
  expect(
    build(await productOf(TOOL, SOURCE, BUILT, 'domain/index.ts', 'package-lock.json')).stderr,
  ).toContain('The portal did not build');
});
