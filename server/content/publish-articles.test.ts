import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { publishArticles } from './publish-articles.ts';

const ARTICLE = 'six-days-not-one';
const EVENT = 'an-evening-with-your-questions';

let server: TestServer;
let folder: string;
let today = new Date('2026-11-18T10:30:00Z');
beforeAll(async () => {
  server = await startTestServer({}, { now: () => today });
  folder = await mkdtemp(join(tmpdir(), 'bea-content-'));
  await cp(join(import.meta.dirname, '../../supabase/content'), folder, { recursive: true });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const article = async (id: string) => {
  const { rows } = await server.database.query<{ title: string; event_date: string | null; link: string }>(
    'select title, event_date, link from public.blog_articles where id = $1',
    [id],
  );
  return rows[0];
};

test('in production the articles are published, and the demonstration’s events are not', async () => {
  const settings = { ...server.settings, production: true, demoData: false };
  const published = await publishArticles({ ...server, settings }, folder);
  expect(published).toHaveLength(16);
  expect(published).toContain(ARTICLE);
  expect(published).not.toContain(EVENT);
});

test('servers that start together publish the events once, and nothing again later', async () => {
  const both = await Promise.all([publishArticles(server, folder), publishArticles(server, folder)]);
  expect(both.flat()).toHaveLength(3);
  expect(await article(EVENT)).toEqual({
    title: 'An evening with your questions',
    event_date: '2026-11-30 23:00:00+00',
    link: `/learn/articles/${EVENT}`,
  });
  expect(await publishArticles(server, folder)).toEqual([]);
});

test('what the clinic edits or deletes stays so until the file changes', async () => {
  await server.database.query(`update public.blog_articles set title = 'Ours' where id = $1`, [ARTICLE]);
  await server.database.query(`delete from public.blog_collections where handle = 'using-your-kit'`);
  expect(await publishArticles(server, folder)).toEqual([]);
  expect((await article(ARTICLE))?.title).toBe('Ours');
  expect(await article('two-applicators-two-days')).toBeUndefined();

  for (const file of [`your-fertile-window/${ARTICLE}.md`, 'using-your-kit/two-applicators-two-days.md']) {
    const path = join(folder, file);
    await writeFile(path, (await readFile(path, 'utf8')).replace('title: ', 'title: New: '));
  }
  expect((await publishArticles(server, folder)).sort()).toEqual([ARTICLE, 'two-applicators-two-days']);
  expect((await article(ARTICLE))?.title).toBe('New: Six days, not one');
  expect((await article('two-applicators-two-days'))?.title).toMatch(/^New: /);
});

test('the demo’s next event stays in the future after its evening has passed', async () => {
  today = new Date('2027-02-01T08:00:00Z');
  await publishArticles(server, folder);
  expect((await article(EVENT))?.event_date).toBe('2027-02-13 23:00:00+00');
  expect((await article('tests-that-puzzle-us'))?.event_date).toBe('2026-10-03 23:00:00+00');
});

test('a file that cannot be read is named', async () => {
  await writeFile(join(folder, 'events', 'broken.md'), '---\ntitle: Broken\n---\n');
  await expect(publishArticles(server, folder)).rejects.toThrow(/^broken\.md: /);
});
