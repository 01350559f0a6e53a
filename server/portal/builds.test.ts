import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { completeSecrets, createKeys } from '../auth/keys.ts';
import { readSettings } from '../settings/settings.ts';
import { switchTo } from './builds.ts';
import { portalRoutes } from './routes.ts';

/** A folder with one build per name, each a minute newer than the one before it. */
async function folderWith(...versions: string[]) {
  const web = await mkdtemp(join(tmpdir(), 'bea-builds-'));
  onTestFinished(() => rm(web, { recursive: true, force: true }));
  const buildOf = (version: string) => join(web, 'dist-builds', version.padStart(16, '0'));
  for (const [age, version] of versions.entries()) {
    await mkdir(join(buildOf(version), 'assets'), { recursive: true });
    await writeFile(join(buildOf(version), 'index.html'), `version ${version}`);
    await writeFile(join(buildOf(version), `assets/part-${version}.js`), 'export {}');
    await utimes(buildOf(version), age * 60, age * 60);
  }
  return { web, buildOf, shown: () => readFile(join(web, 'dist/index.html'), 'utf8') };
}

test('upgrading and going back are one step each, and earlier builds stay for a while', async () => {
  const { web, buildOf, shown } = await folderWith('1', '2', '3', '4');
  await switchTo(web, buildOf('3'));
  expect(await shown()).toBe('version 3');
  await switchTo(web, buildOf('4'));
  expect(await shown()).toBe('version 4');
  expect((await readdir(join(web, 'dist-builds'))).map(Number)).toEqual([2, 3, 4]);
  await switchTo(web, buildOf('3'));
  expect(await shown()).toBe('version 3');
});

test('a build that an earlier version put in place of the link is replaced', async () => {
  const { web, buildOf, shown } = await folderWith('1');
  await mkdir(join(web, 'dist'));
  await writeFile(join(web, 'dist/index.html'), 'version 0');
  await switchTo(web, buildOf('1'));
  expect(await shown()).toBe('version 1');
});

test('while the build is switched a hundred times every page is available, and a server keeps its own', async () => {
  const { web, buildOf } = await folderWith('1', '2');
  await switchTo(web, buildOf('1'));
  const services = {
    settings: readSettings({}),
    keys: createKeys(await completeSecrets({})),
    readClinic: async () => ({}),
  };
  const running = portalRoutes(services, web);
  const switches = { left: 100 };
  const switched = (async () => {
    for (; switches.left > 0; switches.left -= 1)
      await switchTo(web, buildOf(switches.left % 2 === 0 ? '2' : '1'));
  })();
  const seen = new Set<string>();
  while (switches.left > 0) {
    seen.add(await (await running.request('/home')).text());
    const started = await portalRoutes(services, web).request('/home');
    expect(started.status).toBe(200);
    expect(await started.text()).toMatch(/^version [12]$/);
  }
  await switched;
  expect([...seen]).toEqual(['version 1']);
  const part = await running.request('/assets/part-2.js');
  expect({ status: part.status, keep: part.headers.get('cache-control') }).toEqual({
    status: 200,
    keep: 'public, max-age=31536000, immutable',
  });
  expect((await running.request('/assets/part-9.js')).status).toBe(404);
});
