import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PDF,
  patient,
  pdf,
  send,
  service,
  startFileServer,
  type FileServer,
  type Person,
} from './testing/file-server.ts';

let server: FileServer;
let ann: Person;
const words = pdf('0123456789');
beforeAll(async () => {
  server = await startFileServer();
  ann = await patient(server, 'ann@example.com');
  await service(server).from('documents').upload(`${ann.id}/a.pdf`, words, { contentType: PDF });
  await service(server).from('guides').upload('all/a.pdf', words, { contentType: PDF });
});
afterAll(() => server.stop());

const document = (headers: Record<string, string> = {}, method = 'GET') =>
  send(server, ann.token, `object/documents/${ann.id}/a.pdf`, { headers, method });
const guide = (query = '', headers: Record<string, string> = {}) =>
  send(server, null, `object/public/guides/all/a.pdf${query}`, { headers });

test('a document is only for its reader, and nothing caches it', async () => {
  const { headers } = await document();
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': PDF,
    'content-length': String(words.length),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`,
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    'last-modified': expect.stringMatching(/ GMT$/),
  });
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(headers.get('content-security-policy')).not.toContain('script');
});

test('a guide may be cached for an hour', async () => {
  expect((await guide()).headers.get('cache-control')).toBe('public, max-age=3600');
});

test('a refusal is never cached', async () => {
  const missing = await send(server, null, 'object/public/guides/none.pdf');
  expect(missing.headers.get('cache-control')).toBe('no-store');
});

test('a client that already has the file is told so, without the bytes', async () => {
  const etag = (await guide()).headers.get('etag')!;
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const response = await guide('', { 'if-none-match': known });
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(response.headers.get('etag')).toBe(etag);
  }
  expect((await guide('', { 'if-none-match': '"x"' })).status).toBe(200);
  expect((await document({ 'if-none-match': etag })).status).toBe(304);
});

describe('a part of a file', () => {
  const size = words.length;
  test.each([
    ['bytes=0-3', 206, `bytes 0-3/${size}`, words.subarray(0, 4)],
    ['bytes=9-', 206, `bytes 9-${size - 1}/${size}`, words.subarray(9)],
    ['bytes=-5', 206, `bytes ${size - 5}-${size - 1}/${size}`, words.subarray(-5)],
    ['bytes=0-9999', 206, `bytes 0-${size - 1}/${size}`, words],
    ['bytes=-9999', 206, `bytes 0-${size - 1}/${size}`, words],
    ['bytes=5-2', 200, null, words],
    ['bytes=-', 200, null, words],
    ['bytes=0-1,3-4', 200, null, words],
    ['lines=0-1', 200, null, words],
  ])('%s is answered with %i', async (range, status, contentRange, bytes) => {
    const response = await document({ range });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(bytes));
  });

  test.each([`bytes=${size}-`, 'bytes=-0'])('%s is outside', async (range) => {
    const response = await document({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${size}`);
    expect(await response.json()).toMatchObject({ statusCode: '416', error: 'invalid_range' });
  });

  test('of another version is the whole file', async () => {
    const etag = (await document()).headers.get('etag')!;
    expect((await document({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await document({ range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200);
    expect((await document({ range: 'bytes=0-1' }, 'HEAD')).status).toBe(200);
  });
});

describe('the name that a download is saved under', () => {
  test.each([
    ['', `filename="a.pdf"; filename*=UTF-8''a.pdf`],
    ['My guide.pdf', `filename="My guide.pdf"; filename*=UTF-8''My%20guide.pdf`],
    ['a"; filename="b.exe', `filename="a_; filename=_b.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe`],
    ['a\r\nSet-Cookie: x=1', `filename="a__Set-Cookie: x=1"; filename*=UTF-8''a__Set-Cookie%3A%20x%3D1`],
    ['a\\b/../c', `filename="a_b_.._c"; filename*=UTF-8''a_b_.._c`],
    ['Béa 指南.pdf', `filename="B_a __.pdf"; filename*=UTF-8''B%C3%A9a%20%E6%8C%87%E5%8D%97.pdf`],
    ["it's (1)*!.pdf", `filename="it's (1)*!.pdf"; filename*=UTF-8''it%27s%20%281%29%2A%21.pdf`],
    ['100%41.pdf', `filename="100_41.pdf"; filename*=UTF-8''100%2541.pdf`],
    ['\u202Efdp.exe', `filename="_fdp.exe"; filename*=UTF-8''_fdp.exe`],
    ['\0', `filename="_"; filename*=UTF-8''_`],
  ])('%j', async (wish, expected) => {
    const response = await guide(`?${new URLSearchParams({ download: wish })}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(`attachment; ${expected}`);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('is cut at 200 characters', async () => {
    const { headers } = await guide(`?download=${'😀'.repeat(300)}`);
    const whole = /UTF-8''(.*)$/.exec(headers.get('content-disposition')!)![1]!;
    expect(decodeURIComponent(whole)).toBe('😀'.repeat(100));
  });
});

test('what a browser might run is never shown inline', async () => {
  await server.database.query(`insert into storage.buckets (id, name, public) values ('any', 'any', true)`);
  for (const contentType of ['text/html', 'image/svg+xml', 'text/xml', 'application/xhtml+xml']) {
    await service(server)
      .from('any')
      .upload('page', '<script>alert(1)</script>', { contentType, upsert: true });
    const { headers } = await send(server, null, 'object/public/any/page');
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});
