import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { buildPortal } from './build.ts';

let server: TestServer;
beforeAll(async () => {
  await buildPortal();
  server = await startTestServer();
});
afterAll(() => server.stop());

const VIDEO = '/video/welcome.mp4';

/** Requests like a player: a part, if parts are supported. */
async function ask(headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + VIDEO, { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test('a player gets the whole video, and learns that it may ask for parts', async () => {
  const { answer, bytes } = await ask();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('video/mp4');
  expect(answer.headers.get('accept-ranges')).toBe('bytes');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(bytes).toHaveLength(Number(answer.headers.get('content-length')));
});

test('a player gets the part it asks for: the first bytes, from an offset on, or the end', async () => {
  const { bytes: all } = await ask();
  for (const [range, from, to] of [
    ['bytes=0-1', 0, 1],
    [`bytes=${all.length - 100}-`, all.length - 100, all.length - 1],
    ['bytes=-50', all.length - 50, all.length - 1],
    [`bytes=1000-${all.length * 2}`, 1000, all.length - 1],
  ] as const) {
    const { answer, bytes } = await ask({ range });
    expect(answer.status, range).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to}/${all.length}`);
    expect(bytes.equals(all.subarray(from, to + 1)), range).toBe(true);
  }
});

test('a part beyond the end is refused with the size', async () => {
  const { bytes: all } = await ask();
  const { answer, bytes } = await ask({ range: `bytes=${all.length}-` });
  expect(answer.status).toBe(416);
  expect(answer.headers.get('content-range')).toBe(`bytes */${all.length}`);
  expect(bytes).toHaveLength(0);
});

test('a player with an outdated version gets the whole video, not a part', async () => {
  const { answer: now, bytes: all } = await ask();
  const same = await ask({ range: 'bytes=0-9', 'if-range': now.headers.get('last-modified')! });
  expect(same.answer.status).toBe(206);
  for (const other of ['Wed, 21 Oct 2015 07:28:00 GMT', '"an-etag"']) {
    const { answer, bytes } = await ask({ range: 'bytes=0-9', 'if-range': other });
    expect(answer.status, other).toBe(200);
    expect(bytes).toHaveLength(all.length);
  }
});
