import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, afterAll, expect, onTestFinished, test } from 'vitest';
import { GetBlogPostsAnswer } from '../../../domain/contracts/patient/get-blog-posts.ts';
import { shopifyCollections } from '../../functions/get-blog-posts/shopify-collections.ts';
import { startTestServer, withTestServer, type TestServer } from '../../../server/testing/test-server.ts';

const article = (id: string, more: Record<string, unknown> = {}) => ({
  id: `gid://shopify/Article/${id}`,
  title: `Article ${id}`,
  excerpt: 'In short',
  onlineStoreUrl: `https://shop.example/blogs/news/${id}`,
  eventDate: null,
  ...more,
});
const answer = (nodes: unknown[]) => ({ data: { blogs: { nodes } } });

/** A local shop that answers as a test says. */
let respond: (request: IncomingMessage, response: ServerResponse, body: string) => void;
const shop = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => respond(request, response, body));
});
let url: string;
beforeAll(async () => {
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/api/2026-10/graphql.json`;
});
afterAll(() => {
  shop.closeAllConnections();
  shop.close();
});

const answers = (json: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));

test('blogs become collections, in the shop’s order', async () => {
  let asked: { token: unknown; query: string } | undefined;
  respond = (request, response, body) => {
    asked = {
      token: request.headers['x-shopify-storefront-access-token'],
      query: (JSON.parse(body) as { query: string }).query,
    };
    answers(
      answer([
        {
          handle: 'news',
          title: 'News',
          onlineStoreUrl: 'https://shop.example/blogs/news',
          articles: {
            nodes: [article('1'), article('2', { excerpt: null }), article('3', { onlineStoreUrl: null })],
          },
        },
        {
          handle: 'events',
          title: 'Events',
          onlineStoreUrl: null,
          articles: {
            nodes: [
              article('4', { eventDate: { value: '2026-12-02T18:00:00Z' } }),
              article('5', { eventDate: { value: '2026-12-03' } }),
              article('6', { eventDate: { value: 'soon' } }),
            ],
          },
        },
      ]),
    )(request, response);
  };
  const collections = await shopifyCollections({ url, token: 'public-token' });
  expect(asked?.token).toBe('public-token');
  expect(asked?.query).toMatch(/blogs\(.*articles\(/s);
  expect(GetBlogPostsAnswer.parse(collections)).toEqual(collections);
  expect(collections.map(({ handle, url: all }) => [handle, all])).toEqual([
    ['news', 'https://shop.example/blogs/news'],
    ['events', '/learn?collection=events'],
  ]);
  expect(collections[0]!.articles).toEqual([
    {
      id: 'gid://shopify/Article/1',
      title: 'Article 1',
      description: 'In short',
      image: null,
      link: 'https://shop.example/blogs/news/1',
      event: null,
    },
    expect.objectContaining({ id: 'gid://shopify/Article/2', description: '' }),
  ]);
  expect(collections[1]!.articles.map(({ event }) => event?.date)).toEqual([
    '2026-12-02T18:00:00Z',
    '2026-12-03',
    undefined,
  ]);
});

test.each<[string, typeof respond]>([
  ['an error of the shop', (_, response) => void response.writeHead(500).end('{}')],
  ['an error inside the answer', answers({ errors: [{ message: 'throttled' }] })],
  ['no JSON', (_, response) => void response.end('<html>')],
  [
    'another page',
    (_, response) => void response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
  ],
  [
    'a link that would run a script',
    answers(
      answer([
        {
          handle: 'a',
          title: 'A',
          onlineStoreUrl: null,
          articles: { nodes: [article('1', { onlineStoreUrl: 'javascript:alert(1)' })] },
        },
      ]),
    ),
  ],
  ['more than a megabyte', (_, response) => void response.end(`"${'x'.repeat(1_100_000)}"`)],
])('%s is a failure, not an empty page', async (_, response) => {
  respond = response;
  await expect(shopifyCollections({ url })).rejects.toThrow();
});

test('a shop that never answers times out', async () => {
  respond = () => undefined;
  await expect(shopifyCollections({ url }, 200)).rejects.toThrow(/time/i);
});

const NEWS = answer([
  { handle: 'news', title: 'News', onlineStoreUrl: null, articles: { nodes: [article('1')] } },
]);
const readBlog = async ({ url: portal, keys }: TestServer) => {
  const response = await fetch(`${portal}/functions/v1/get-blog-posts`, {
    headers: { authorization: `Bearer ${keys.anonKey}` },
  });
  return { status: response.status, json: (await response.json()) as unknown };
};
const SHOWN = { status: 200, json: [{ handle: 'news', articles: [{ title: 'Article 1' }] }] };

test('BLOG_URL decides where the articles come from', async () => {
  expect(await readBlog(await withTestServer())).toEqual({ status: 200, json: [] });
  respond = answers(NEWS);
  expect(await readBlog(await withTestServer({ BLOG_URL: url }))).toMatchObject(SHOWN);
});

test('the shop is asked once a minute, and while it fails its last answer is shown', async () => {
  let [time, asked] = [Date.now(), 0];
  const server = await startTestServer({ BLOG_URL: url }, { now: () => new Date(time) });
  onTestFinished(() => server.stop());
  respond = (...call) => (asked++, answers(NEWS)(call[0], call[1]));
  for (const shown of await Promise.all(Array.from({ length: 20 }, () => readBlog(server))))
    expect(shown).toMatchObject(SHOWN);
  expect(asked).toBe(1);
  time += 59_000;
  expect(await readBlog(server)).toMatchObject(SHOWN);
  expect(asked).toBe(1);
  respond = (_, response) => (asked++, void response.writeHead(503).end());
  time += 2_000;
  for (let reader = 0; reader < 3; reader += 1) expect(await readBlog(server)).toMatchObject(SHOWN);
  expect(asked).toBe(2);
  time += 11_000;
  expect(await readBlog(server)).toMatchObject(SHOWN);
  expect(asked).toBe(3);
});

test('a shop that fails from the beginning is a failure, asked again after a moment', async () => {
  let [time, asked] = [Date.now(), 0];
  const server = await startTestServer({ BLOG_URL: url }, { now: () => new Date(time) });
  onTestFinished(() => server.stop());
  respond = (_, response) => (asked++, void response.writeHead(503).end());
  for (let reader = 0; reader < 3; reader += 1)
    expect(await readBlog(server)).toMatchObject({ status: 500, json: { code: 'unexpected_failure' } });
  expect(asked).toBe(1);
  respond = answers(NEWS);
  time += 11_000;
  expect(await readBlog(server)).toMatchObject(SHOWN);
});

test('one client may read a fixed number of times', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '0.01' });
  for (let turn = 0; turn < 3; turn += 1) expect((await readBlog(server)).status).toBe(200);
  expect(await readBlog(server)).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
});
