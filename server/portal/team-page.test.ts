import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { buildPortal } from './build.ts';
import { PORTAL } from './builds.ts';

let server: TestServer;
beforeAll(async () => {
  await buildPortal();
  server = await startTestServer();
});
afterAll(() => server.stop());

const TEAM_FILE = /assets\/team-[\w-]+\.(js|css)/;

test.each([
  '/team',
  '/team/',
  '/team/sign-in',
  '/team/patients/4f1c',
  '/team/calls/4f1c',
  '/team/people/dr.lind',
])('%s is answered with the workspace, revalidated each time', async (path) => {
  const { url } = server;
  const response = await fetch(url + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(response.headers.get('content-security-policy')).toContain("style-src 'self';");
  const html = await response.text();
  expect(html).toContain('<title>Team · Béa</title>');
  for (const [, file] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
    expect((await fetch(url + file)).status, file).toBe(200);
});

test('a URL that only starts like the workspace is the portal’s', async () => {
  expect(await (await fetch(`${server.url}/teams`)).text()).toContain('<title>Béa</title>');
});

test('no portal page, file or worker references a workspace file, nor the other way around', async () => {
  const files = (await readdir(PORTAL, { recursive: true })).filter((file) => /\.(html|js|css)$/.test(file));
  const isTeam = (file: string) => file === 'team.html' || TEAM_FILE.test(file);
  const portals = files.filter((file) => !isTeam(file));
  const teams = files.filter(isTeam);
  expect(portals.length).toBeGreaterThan(20);
  expect(teams.length).toBeGreaterThan(3);
  const textOf = (file: string) => readFile(join(PORTAL, file), 'utf8');
  for (const file of portals) expect(await textOf(file), file).not.toMatch(TEAM_FILE);
  for (const file of teams)
    for (const [name] of (await textOf(file)).matchAll(/assets\/[\w-]+\.(js|css)/g))
      expect(name).toMatch(TEAM_FILE);
});

const codeOf = (file: string) => readFile(join(PORTAL, 'assets', file), 'utf8');
const kilobytes = async (files: Iterable<string>) => {
  const sizes = await Promise.all(
    [...files].map(async (file) => gzipSync(await codeOf(file), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
};

/** The files a page loads before it shows itself, and the files those need. */
async function withImports(entries: string[]): Promise<Set<string>> {
  const loaded = new Set<string>();
  const load = async (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const [, other] of (await codeOf(file)).matchAll(/(?:from|import)\s*["']\.\/(team-[\w-]+\.js)["']/g))
      await load(other!);
  };
  for (const entry of entries) await load(entry);
  return loaded;
}

test('the workspace loads at most 170 KB on the way to Today and to a patient', async () => {
  const html = await readFile(join(PORTAL, 'team.html'), 'utf8');
  const first = [...html.matchAll(/assets\/(team-[\w-]+\.js)/g)].map(([, file]) => file!);
  const files = await readdir(join(PORTAL, 'assets'));
  const patients = files.filter((file) => /^team-patients-.*\.js$/.test(file));
  expect(patients).toHaveLength(1);
  const [today, record] = [await withImports(first), await withImports([...first, ...patients])];
  expect(today.size).toBeGreaterThan(0);
  expect(await kilobytes(today)).toBeLessThanOrEqual(170);
  expect(await kilobytes(record)).toBeLessThanOrEqual(170);
  expect([...today].filter((file) => patients.includes(file))).toEqual([]);
});

test('the workspace’s styles are built from every shared component folder it uses', async () => {
  const source = join(import.meta.dirname, '../../web/src');
  const styles = await readFile(join(source, 'styles/team.css'), 'utf8');
  const files = (await readdir(join(source, 'team'), { recursive: true })).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(source, 'team', file), 'utf8')));
  const shown = texts.flatMap((text) =>
    Array.from(text.matchAll(/from '@\/([\w-]+)\/[^']+\.tsx'/g), ([, folder]) => folder!),
  );
  const folders = new Set(shown.filter((folder) => folder !== 'team' && folder !== 'lib'));
  expect([...folders]).toContain('product-components');
  for (const folder of folders) expect(styles).toContain(`@source '../${folder}';`);
});
