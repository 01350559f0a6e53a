import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { freePort } from '../server/testing/spawn-portal.ts';

// The nginx blocks of docs/deploy-own-server.md, for 1.22 (Debian 12; Ubuntu 24.04 has 1.24) and for 1.25 and
// newer.

const page = await readFile(join(import.meta.dirname, '../docs/deploy-own-server.md'), 'utf8');
const [block, upstream] = [...page.matchAll(/```nginx\n(.*?)```/gs)].map(([, text]) => text!) as [
  string,
  string,
];
const has = (command: string, version: string) => spawnSync(command, [version]).status === 0;
const canTry = has('nginx', '-v') && has('openssl', 'version');

test('the block uses nothing that only one of the versions accepts', () => {
  const statements = block
    .replaceAll(/#.*$/gm, '')
    .split(/[;{}]/)
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean);
  // `http2 on` is unknown before 1.25.1. All versions accept the `listen` parameter, newer ones with a
  // warning.
  expect(statements).toContain('listen 443 ssl http2');
  expect(statements.filter((statement) => /^(http2|http3|ssl) /.test(statement))).toEqual([]);
  expect(block.match(/\{/g)?.length).toBe(block.match(/\}/g)?.length);
});

test('nginx limits the connections of one client, since the portal cannot behind it', () => {
  const [, zone] = /^limit_conn_zone \$binary_remote_addr zone=(\w+):\w+;$/m.exec(block)!;
  expect(block.split(/^server \{$/m)[1]).toMatch(new RegExp(`^  limit_conn ${zone} \\d+;`, 'm'));
});

test(
  canTry
    ? 'nginx takes the block, and passes on who asks, and live messages'
    : 'nginx or openssl is not on this machine: the block is read, and not tried',
  async () => {
    if (!canTry) return expect(block).toMatch(/proxy_set_header Upgrade \$http_upgrade;/);
    const portal = await fakePortal();
    const port = await startNginx(block.replace('127.0.0.1:3000', `127.0.0.1:${portal.port}`));
    const answer = await get(port, { 'X-Forwarded-For': '203.0.113.9' });
    expect(answer).toBe('answered');
    expect(portal.seen()).toMatchObject({
      host: 'portal.clinic.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
    const socket = new WebSocket(`wss://127.0.0.1:${port}/realtime/v1/websocket`, {
      rejectUnauthorized: false,
    });
    onTestFinished(() => socket.terminate());
    expect(String((await once(socket, 'message'))[0])).toBe('live');
  },
);

/** The first block, with the changes that the second one describes. */
function severalCopies(): string {
  const [before, inside] = upstream.split('# in location /\n') as [string, string];
  const one = /^ *proxy_pass http:.*\n/m;
  expect(block.match(one)).not.toBeNull();
  return before + block.replace(one, inside);
}

test('a client with only IPv6 reaches it, and a certificate is renewed through port 80', () => {
  const [secure, plain] = block.split(/^(?=server \{$)/m).slice(1) as [string, string];
  expect(secure).toMatch(/listen \[::\]:443 ssl http2;/);
  expect(plain).toMatch(/listen \[::\]:80;[^]+location \/\.well-known\/acme-challenge\/ \{ root (\S+); \}/);
  const [, root] = /acme-challenge\/ \{ root (\S+); \}/.exec(plain)!;
  expect(page).toContain(`certbot certonly --webroot -w ${root} `);
});

test(
  canTry
    ? 'nginx takes the block for several copies, and asks another when one is away'
    : 'nginx or openssl is not on this machine: the block for several copies is read, and not tried',
  async () => {
    const whole = severalCopies();
    if (!canTry) return expect(whole).toMatch(/upstream portal \{[^}]+\}[^]+proxy_pass http:\/\/portal;/);
    const portal = await fakePortal();
    const port = await startNginx(
      whole
        .replace('10.0.0.11:3000', `127.0.0.1:${await freePort()}`)
        .replace('10.0.0.12:3000', `127.0.0.1:${portal.port}`),
    );
    for (let time = 0; time < 4; time += 1) expect(await get(port)).toBe('answered');
    expect(portal.seen()).toMatchObject({ host: 'portal.clinic.example', 'x-forwarded-for': '127.0.0.1' });
  },
);

async function fakePortal() {
  let headers: IncomingHttpHeaders = {};
  const server = createServer((asked, answer) => {
    ({ headers } = asked);
    answer.end('answered');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  new WebSocketServer({ server }).on('connection', (socket) => socket.send('live'));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, seen: () => headers };
}

/** A block unchanged, except for its ports and the certificate's path. */
async function startNginx(text: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-nginx-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [certificate, key, file] = ['cert.pem', 'key.pem', 'nginx.conf'].map((name) => join(folder, name));
  const made = spawnSync(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=portal.clinic.example -keyout ${key} -out ${certificate}`.split(
      ' ',
    ),
  );
  expect(made.status, String(made.stderr)).toBe(0);
  const [secure, plain] = [await freePort(), await freePort()];
  const server = text
    .replace(/(ssl_certificate +)[^;]+/, `$1${certificate}`)
    .replace(/(ssl_certificate_key +)[^;]+/, `$1${key}`)
    .replace('listen 443', `listen 127.0.0.1:${secure}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    // This machine may not have IPv6.
    .replaceAll(/^ *listen \[::\].*\n/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder};`,
  );
  await writeFile(
    file!,
    `pid ${folder}/pid; error_log stderr; daemon off; master_process off;\nevents {}\nhttp {\n${temporary.join('\n')}\n${server}}\n`,
  );
  const args = ['-p', folder, '-c', file!];
  const tested = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' });
  expect(tested.stderr).toContain('test is successful');
  const nginx = spawn('nginx', args, { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await ended;
  });
  await expect.poll(() => get(secure).catch(String), { timeout: 10_000 }).toBe('answered');
  return secure;
}

const get = (port: number, headers: Record<string, string> = {}) =>
  new Promise<string>((answered, failed) => {
    const asking = request(
      {
        port,
        host: '127.0.0.1',
        headers: { Host: 'portal.clinic.example', ...headers },
        rejectUnauthorized: false,
      },
      (answer) => answer.setEncoding('utf8').on('data', answered),
    );
    asking.on('error', failed).end();
  });
