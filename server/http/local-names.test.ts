import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../settings/settings.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { answersTo } from './local-names.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const statusFor = (path: string, host: string) =>
  new Promise<number>((done, failed) => {
    const asked = request(server.url + path, { headers: { host } }, (answer) => {
      answer.resume();
      done(answer.statusCode!);
    });
    asked.on('error', failed).end();
  });

test.each(['/dev/mailbox.json', '/home', '/config.json', '/auth/v1/health', '/rest/v1/customers'])(
  'a page whose name resolves to this machine reads nothing of %s',
  async (path) => {
    expect(await statusFor(path, 'rebound.example')).toBe(421);
    expect(await statusFor(path, 'localhost:3000')).not.toBe(421);
  },
);

test('nor does it open a socket', async () => {
  const { port } = new URL(server.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.write(
    `GET /realtime/v1/websocket?vsn=1.0.0&apikey=${server.keys.anonKey} HTTP/1.1\r\nHost: rebound.example\r\n` +
      'Origin: http://rebound.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 421 /);
});

test.each([
  ['localhost:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['portal.localhost', true],
  ['staging.clinic.example', true],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['192.168.0.7:3000', false],
  ['', false],
])('outside production the server answers to %s: %s', (host, answers) => {
  const settings = {
    production: false,
    siteUrl: 'https://staging.clinic.example',
    lanAddresses: [] as string[],
  } as Partial<Settings> as Settings;
  expect(answersTo(settings, host)).toBe(answers);
});

test('in production the proxy in front decides which names lead here', () => {
  const settings = {
    production: true,
    siteUrl: 'https://portal.clinic.example',
  } as Partial<Settings> as Settings;
  expect(answersTo(settings, 'another.clinic.example')).toBe(true);
});
