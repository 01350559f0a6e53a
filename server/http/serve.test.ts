import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { completeSecrets, createKeys } from '../auth/keys.ts';
import { portalRoutes } from '../portal/routes.ts';
import { readSettings } from '../settings/settings.ts';
import { serveHttp } from './serve.ts';

const WITHIN = { timeout: 30_000 };
/** More than the buffers on both ends of a connection can hold. */
const LARGE = 40 * 2 ** 20;

async function served(app: Hono, choices: { unreadTimeoutMs?: number } = {}): Promise<Server> {
  const server = serveHttp(app, { port: 0, hostname: '127.0.0.1', maxPerAddress: 10, ...choices });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function connected(server: Server): Socket {
  const socket = connect(portOf(server), '127.0.0.1');
  socket.on('error', () => {}); // the server is free to end it
  onTestFinished(() => void socket.destroy());
  return socket;
}

const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Reports when the server's end of each connection is closed. */
function countConnections(server: Server) {
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
  });
  return () => open;
}

test('pipelined requests are answered in order, each started when the one before it is done', async () => {
  const begun: string[] = [];
  const release: (() => void)[] = [];
  const app = new Hono().get('/:name', async (context) => {
    begun.push(context.req.param('name'));
    await new Promise<void>((go) => release.push(go));
    return context.text(`<${context.req.param('name')}>`);
  });
  const socket = connected(await served(app));
  let heard = '';
  socket.on('data', (part) => (heard += part.toString()));
  socket.write(['a', 'b', 'c'].map((name) => requestFor(`/${name}`)).join(''));
  for (const expected of ['a', 'ab', 'abc']) {
    await expect.poll(() => release.length, WITHIN).toBe(1);
    expect(begun.join('')).toBe(expected);
    release.pop()!();
  }
  await expect.poll(() => heard.match(/<.>/g)?.join(''), WITHIN).toBe('<a><b><c>');
});

test('a body that follows its head after earlier requests were answered is read', async () => {
  const app = new Hono().post('/', async (context) => context.text(`<${await context.req.text()}>`));
  const socket = connected(await served(app));
  let heard = '';
  socket.on('data', (part) => (heard += part.toString()));
  const head = (length: number) => `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`;
  socket.write(`${head(3)}one${head(3)}two${head(200_000)}`);
  await expect.poll(() => heard, WITHIN).toContain('<two>');
  socket.write('3'.repeat(200_000));
  await expect.poll(() => heard.endsWith('3>'), WITHIN).toBe(true);
});

test('a client that pipelines a thousand requests is disconnected, with only the first started', async () => {
  let begun = 0;
  const app = new Hono().get('/', async (context) => {
    begun += 1;
    return context.body(new Uint8Array(LARGE));
  });
  const server = await served(app);
  const open = countConnections(server);
  const socket = connected(server).pause();
  socket.write(requestFor('/').repeat(1_000));
  await expect.poll(() => begun, WITHIN).toBeGreaterThan(0);
  await expect.poll(open, WITHIN).toBe(0);
  expect(begun).toBe(1);
});

test('pipelined portal files that are not read are not opened early', async () => {
  const web = await mkdtemp(join(tmpdir(), 'bea-serve-'));
  onTestFinished(() => rm(web, { recursive: true, force: true }));
  await mkdir(join(web, 'dist'));
  await writeFile(join(web, 'dist/film.bin'), new Uint8Array(LARGE));
  const services = {
    settings: readSettings({}),
    keys: createKeys(await completeSecrets({})),
    readClinic: async () => ({}),
  };
  const server = await served(portalRoutes(services, web));
  const openFiles = async () => {
    const folder = '/proc/self/fd';
    const links = (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => ''));
    return (await Promise.all(links)).filter((path) => path.startsWith(web)).length;
  };
  const begun = { requests: 0 };
  server.on('request', () => (begun.requests += 1));
  const socket = connected(server).pause();
  socket.write(requestFor('/film.bin').repeat(8));
  await expect.poll(() => begun.requests, WITHIN).toBe(8);
  await expect.poll(openFiles, WITHIN).toBeGreaterThan(0);
  // When another client gets an answer, all connections that should open are open.
  for (let turn = 0; turn < 3; turn += 1)
    await (await fetch(`http://127.0.0.1:${portOf(server)}/config.json`)).text();
  expect(await openFiles()).toBe(1);
  socket.destroy();
  await expect.poll(openFiles, WITHIN).toBe(0);
});

test('an unread response ends its connection after a while; one that is read slowly does not', async () => {
  const app = new Hono().get('/', (context) => context.body(new Uint8Array(LARGE)));
  const server = await served(app, { unreadTimeoutMs: 2_000 });
  const open = countConnections(server);
  const slow = connected(server);
  let taken = 0;
  let hurries = false;
  slow.on('data', (part) => {
    taken += part.length;
    if (hurries || slow.isPaused()) return;
    slow.pause();
    setTimeout(() => slow.resume(), 20);
  });
  slow.write(requestFor('/'));
  const unread = connected(server).pause();
  unread.write(requestFor('/'));
  await expect.poll(open, WITHIN).toBe(2);
  await expect.poll(open, WITHIN).toBe(1);
  expect(unread.readableFlowing).toBe(false);
  expect(taken, 'what the slow one has read when the other is cut off').toBeLessThan(LARGE);
  hurries = true;
  await expect.poll(() => taken, WITHIN).toBeGreaterThan(LARGE);
});

test('a slow response is waited for', async () => {
  let finish = () => {};
  const app = new Hono().get('/', async (context) => {
    await new Promise<void>((done) => (finish = done));
    return context.text('made');
  });
  const server = await served(app, { unreadTimeoutMs: 50 });
  const timedOut = once(server, 'timeout');
  const answer = fetch(`http://127.0.0.1:${portOf(server)}/`);
  await timedOut;
  finish();
  expect(await (await answer).text()).toBe('made');
});

test('a connection serves one request after another, and closes when idle', async () => {
  const app = new Hono().get('/', (context) => context.text('here'));
  const server = await served(app);
  server.keepAliveTimeout = 200;
  const open = countConnections(server);
  const socket = connected(server);
  for (let turn = 0; turn < 3; turn += 1) {
    socket.write(requestFor('/'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 OK[^]*here$/);
  }
  await expect.poll(open, WITHIN).toBe(0);
});
