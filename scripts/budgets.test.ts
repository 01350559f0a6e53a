import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildPortal } from '../server/portal/build.ts';
import { PORTAL } from '../server/portal/builds.ts';

// The limits for a first visit and for each further screen, in compressed KB.

const WITH_CODE = new Set(['home/index.html', 'auth/index.html']);
const BUDGET = {
  signIn: 82,
  page: 14,
  firstVisit: 4,
  home: 135,
  laterRoute: 25,
  styles: 16,
  fonts: 80,
  picture: 12,
};

const read = (path: string) => readFile(join(PORTAL, path));
const kilobytes = (bytes: number) => Math.round(bytes / 102.4) / 10;

/** The script files that a page's HTML requests. */
async function codeOf(page: string): Promise<string[]> {
  const html = (await read(page)).toString();
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!);
  return [...new Set(named)];
}

const gzipped = async (files: string[], inline: readonly string[] = []): Promise<number> =>
  kilobytes(
    [...(await Promise.all(files.map(read))), ...inline].reduce(
      (sum, code) => sum + gzipSync(code, { level: 9 }).length,
      0,
    ),
  );

/** The code inlined in a page. */
const codeIn = async (page: string): Promise<string[]> =>
  [...(await read(page)).toString().matchAll(/<script>([^]*?)<\/script>/g)].map(([, code]) => code!);

const sizeOf = async (path: string) => kilobytes((await stat(join(PORTAL, path))).size);

let files: string[];
beforeAll(async () => {
  await buildPortal();
  files = await readdir(PORTAL, { recursive: true });
});

test('the sign-in screen stays within its code budget', async () => {
  const code = await codeOf('auth/index.html');
  expect(code.length).toBeGreaterThan(0);
  expect(await gzipped(code)).toBeLessThanOrEqual(BUDGET.signIn);
});

test('a first visit to Home stays within its code budget', async () => {
  const code = await codeOf('home/index.html');
  expect(await gzipped(code, await codeIn('home/index.html'))).toBeLessThanOrEqual(BUDGET.home);
});

test('the script that requests Home’s data early is in its page, is small and needs nothing else', async () => {
  const [first, ...more] = await codeIn('home/index.html');
  expect(more).toEqual([]);
  expect(first).not.toMatch(/\bimport\b/);
  expect(await gzipped([], [first!])).toBeLessThanOrEqual(BUDGET.firstVisit);
  const others = files.filter((file) => file.endsWith('.html') && !WITH_CODE.has(file));
  for (const page of others) expect(await codeIn(page), page).toEqual([]);
});

test('the script that hides the sign-in form from a signed-in patient is in its page, and is one line', async () => {
  const [line, ...more] = await codeIn('auth/index.html');
  expect(more).toEqual([]);
  expect(line).toContain('Loading.....');
  expect(line!.length).toBeLessThan(300);
});

test('Home’s page fits in the first packets of a connection', async () => {
  expect(await gzipped(['home/index.html'])).toBeLessThanOrEqual(BUDGET.page);
});

test('after Home, every other screen needs little more', async () => {
  const known = new Set(await codeOf('home/index.html'));
  const pages = files.filter((file) => file.endsWith('/index.html'));
  expect(pages.length).toBeGreaterThan(12);
  const dear: Record<string, number> = {};
  for (const page of pages) {
    const more = await gzipped((await codeOf(page)).filter((file) => !known.has(file)));
    if (more > BUDGET.laterRoute) dear[page] = more;
  }
  expect(dear).toEqual({});
});

test('styles and fonts are few and small', async () => {
  const shared = files.filter((file) => /^assets\/index-.*\.css$/.test(file));
  expect(shared).toHaveLength(1);
  expect(await gzipped(shared)).toBeLessThanOrEqual(BUDGET.styles);
  const fonts = files.filter((file) => file.endsWith('.woff2'));
  expect(fonts.length).toBeLessThanOrEqual(2);
  const sizes = await Promise.all(fonts.map(sizeOf));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(BUDGET.fonts);
});

test('no picture is heavier than its budget', async () => {
  const pictures = files.filter((file) => /^art\/[^/]+\.(svg|png|jpg|webp|avif)$/.test(file));
  expect(pictures.length).toBeGreaterThan(20);
  const heavy: Record<string, number> = {};
  for (const picture of pictures) {
    const size = picture.endsWith('.svg') ? await gzipped([picture]) : await sizeOf(picture);
    if (size > BUDGET.picture) heavy[picture] = size;
  }
  expect(heavy).toEqual({});
});
