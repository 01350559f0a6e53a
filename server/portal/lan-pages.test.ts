import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { lanPages } from './lan-pages.ts';

test('with --lan a page has the script for phones, and no longer the length that it had without', async () => {
  const page = '<!doctype html><html><head></head><body>Béa</body></html>';
  const app = new Hono()
    .use(lanPages)
    .get('/', (context) => context.html(page, 200, { 'Content-Length': String(page.length) }));
  const answer = await app.request('/');
  expect(await answer.text()).toBe(
    '<!doctype html><html><head><script src="/dev/lan.js"></script></head><body>Béa</body></html>',
  );
  expect(answer.headers.get('Content-Length')).toBeNull();
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
});
