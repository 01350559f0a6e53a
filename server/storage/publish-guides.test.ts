import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishGuides } from './publish-guides.ts';
import { pdf, send, startFileServer, type FileServer } from './testing/file-server.ts';

let server: FileServer;
let folder: string;
beforeAll(async () => {
  server = await startFileServer();
  folder = await mkdtemp(join(tmpdir(), 'bea-guides-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const read = async (name: string) => (await send(server, null, `object/public/guides/${name}`)).text();

test('guides that ship with the product are published once, and again when they change', async () => {
  await writeFile(join(folder, 'one.pdf'), pdf('one'));
  await writeFile(join(folder, 'two.pdf'), pdf('two'));
  await writeFile(join(folder, 'README.md'), 'not a guide');
  expect(await publishGuides(server, folder)).toEqual(['one.pdf', 'two.pdf']);
  expect(await read('one.pdf')).toBe(pdf('one').toString());
  const { headers } = await send(server, null, 'object/public/guides/one.pdf');
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');

  expect(await publishGuides(server, folder)).toEqual([]);
  await writeFile(join(folder, 'two.pdf'), pdf('two, corrected'));
  expect(await publishGuides(server, folder)).toEqual(['two.pdf']);
  expect(await read('two.pdf')).toBe(pdf('two, corrected').toString());
});

test('two servers starting together publish the same guides', async () => {
  await writeFile(join(folder, 'three.pdf'), pdf('three'));
  await Promise.all([publishGuides(server, folder), publishGuides(server, folder)]);
  expect(await read('three.pdf')).toBe(pdf('three').toString());
});

test('a missing guides folder is fine', async () => {
  expect(await publishGuides(server, join(folder, 'nowhere'))).toEqual([]);
});
