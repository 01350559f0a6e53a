import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const PARTS = [
  '/rest/v1/customers',
  '/auth/v1/otp',
  '/functions/v1/validate-email',
  '/storage/v1/object/list/guides',
  '/realtime/v1/api/broadcast',
];
const WITH_LENGTH = ['Content-Length: 1000', '{"email":'] as const;
const IN_CHUNKS = ['Transfer-Encoding: chunked', '9\r\n{"email":\r\n'] as const;

let server: TestServer;
let lines: { text: string; route: unknown }[] = [];
beforeAll(async () => {
  const log = (text: string, facts: object = {}) => lines.push({ route: null, ...facts, text });
  server = await startTestServer({ LOG_REQUESTS: 'true' }, { log });
});
afterAll(() => server.stop());

test.each(PARTS.flatMap((path) => [[path, ...WITH_LENGTH] as const, [path, ...IN_CHUNKS] as const]))(
  'a client that disconnects in the middle of a request to %s (%s) is not our failure',
  async (path, header, begun) => {
    lines = [];
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const head = ['Host: localhost', `apikey: ${server.keys.anonKey}`, 'Expect: 100-continue', header];
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data'); // the server has started to read
    socket.write(begun, () => socket.resetAndDestroy());
    await expect.poll(() => lines.map(({ text }) => text)).toContain('request');
    // Anything said about the first request is said by the time the second one is answered.
    await fetch(`${server.url}/health`);
    await expect.poll(() => lines.map(({ route }) => route)).toContain('/health');
    expect(lines.filter(({ text }) => text === 'request failed')).toEqual([]);
  },
);
