import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { openTopics } from '../realtime/testing/open-topics.ts';
import { connectRaw } from '../realtime/testing/raw-client.ts';
import { newPatient } from '../testing/patient.ts';
import { startTestServer } from '../testing/test-server.ts';
import { maxConnectionsPerAddress } from './connections-per-address.ts';
import { serveHttp } from './serve.ts';

const MAX = 8;
const LARGE = 40 * 2 ** 20;
const WITHIN = { timeout: 10_000 };
const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const ENDLESS_BODY = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx';

async function served(hostname = '127.0.0.1') {
  const release: (() => void)[] = [];
  const app = new Hono()
    .get('/', (context) => context.text('<here>'))
    .get('/large', (context) => context.body(new Uint8Array(LARGE)))
    .get('/slow', async (context) => {
      await new Promise<void>((go) => release.push(go));
      return context.text('<made>');
    })
    .post('/echo', async (context) => context.text(await context.req.text()));
  app.onError((_, context) => context.text('broken off', 400));
  const server = serveHttp(app, { port: 0, hostname, maxPerAddress: MAX });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { server, release };
}

async function connected(server: Server, from = '127.0.0.1'): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {}); // the server is free to end it
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Everything received until the server hangs up, or until it is enough. */
async function heardOn(socket: Socket, enough: string): Promise<string> {
  let heard = '';
  socket.on('data', (part) => (heard += part.toString()));
  await expect.poll(() => heard.includes(enough) || socket.closed, WITHIN).toBe(true);
  return heard;
}

const ask = async (socket: Socket) => {
  socket.write(requestFor('/'));
  return heardOn(socket, '<here>');
};

const openOn = async (server: Server) =>
  new Promise<number>((done) => server.getConnections((_, count) => done(count)));

test.each([
  ['ask for nothing', ''],
  ['do not end their question', 'GET / HTTP/1.1\r\nHost'],
  ['do not send what they announced', ENDLESS_BODY],
  ['do not take what they asked for', requestFor('/large')],
])('of many connections that %s the oldest are closed, and new clients are answered', async (_, sent) => {
  const { server } = await served();
  const holders: Socket[] = [];
  for (let count = 0; count < 3 * MAX; count += 1) {
    const holder = await connected(server);
    holder.pause();
    holder.write(sent);
    holders.push(holder);
  }
  expect(await ask(await connected(server))).toContain('<here>');
  await expect.poll(() => openOn(server), WITHIN).toBeLessThanOrEqual(MAX);
});

test('no one is cut off while their answer is being made, and other addresses are not counted', async () => {
  const { server, release } = await served();
  const waiting: Socket[] = [];
  for (let count = 0; count < MAX; count += 1) {
    const socket = await connected(server);
    socket.write(requestFor('/slow'));
    waiting.push(socket);
  }
  await expect.poll(() => release.length, WITHIN).toBe(MAX);
  const oneTooMany = await connected(server);
  oneTooMany.resume();
  await expect.poll(() => oneTooMany.closed, WITHIN).toBe(true);
  expect(await ask(await connected(server, '127.0.0.2'))).toContain('<here>');
  const answers = waiting.map((socket) => heardOn(socket, '<made>'));
  for (const go of release) go();
  for (const answer of await Promise.all(answers)) expect(answer).toContain('<made>');
});

test('endless connections from the same address close no patient’s socket', async () => {
  const server = await startTestServer({}, { maxPerAddress: 10 });
  onTestFinished(() => server.stop());
  await openTopics(server.database);
  const { token } = await newPatient(server);
  const client = await connectRaw({ url: server.url, anonKey: server.keys.anonKey });
  onTestFinished(() => client.socket.terminate());
  expect((await client.join('open:mine', token)).status).toBe('ok');
  const holders: Socket[] = [];
  for (let count = 0; count < 30; count += 1) {
    const holder = connect(Number(new URL(server.url).port), '127.0.0.1');
    holder.on('error', () => {});
    onTestFinished(() => void holder.destroy());
    holder.resume();
    await once(holder, 'connect');
    holders.push(holder);
  }
  await expect.poll(() => holders.filter(({ closed }) => closed).length, WITHIN).toBe(21);
  expect(client.isOpen()).toBe(true);
});

test('a client that is refused a socket and does not hang up is disconnected', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(
    'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  expect(await heardOn(socket, '404')).toContain('404');
  // Nothing can be written to a closed connection for long.
  await expect
    .poll(() => {
      socket.write('x');
      return socket.closed;
    }, WITHIN)
    .toBe(true);
});

test('a trusted proxy has no limit, and a clinic may scale its own', () => {
  expect(maxConnectionsPerAddress({ trustProxy: true, rateLimitScale: 1 })).toBe(Number.POSITIVE_INFINITY);
  expect(maxConnectionsPerAddress({ trustProxy: false, rateLimitScale: 2 })).toBe(2_000);
  expect(maxConnectionsPerAddress({ trustProxy: false, rateLimitScale: 0.1 })).toBe(1_000);
});
