import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  fetchCalendar,
  type Network,
  type Received,
} from '../../../functions/_shared/calendars/fetch-calendar.ts';
import { internet, oneAtATime } from '../../../functions/_shared/calendars/network.ts';
import { isPublicAddress } from '../../../functions/_shared/calendars/public-address.ts';
import { DENO } from '../../../../server/testing/deno.ts';

const PUBLIC = '93.184.215.14';
const TEXT = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';

type Site = { addresses?: string[]; status?: number; location?: string; body?: AsyncIterable<Uint8Array> };

async function* chunks(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** A network of these sites by host and path, and what was connected to. */
function networkOf(sites: Record<string, Site | Site[]>) {
  const connected: string[] = [];
  const asked: string[] = [];
  const siteOf = (host: string, count: number): Site => {
    const site = sites[host];
    if (!site) throw new Error('no such name');
    return Array.isArray(site) ? site[Math.min(count, site.length - 1)]! : site;
  };
  const network: Network = {
    resolve: async (host) => {
      asked.push(host);
      return siteOf(host, asked.filter((one) => one === host).length - 1).addresses ?? [PUBLIC];
    },
    get: async (url, address): Promise<Received> => {
      connected.push(`${address} ${url.href}`);
      const { status = 200, location = null, body = chunks(TEXT) } = siteOf(url.hostname, asked.length - 1);
      return { status, location, body, close: () => {} };
    },
  };
  return { network, connected };
}

const reasonOf = (reading: Promise<string>) =>
  reading.then(
    () => 'read',
    (error: { reason?: string }) => error.reason,
  );

test('a calendar on the internet is read, by the address that its name has', async () => {
  const { network, connected } = networkOf({ 'calendar.example.com': {} });
  expect(await fetchCalendar(network, 'https://calendar.example.com/a.ics?key=1')).toBe(TEXT);
  expect(connected).toEqual([`${PUBLIC} https://calendar.example.com/a.ics?key=1`]);
});

describe('an address is refused before anything connects', () => {
  test.each([
    'http://calendar.example.com/a.ics',
    'file:///etc/passwd',
    'ftp://calendar.example.com/a.ics',
    'gopher://calendar.example.com/',
    'data:text/calendar,BEGIN:VCALENDAR',
    'https://calendar.example.com:8443/a.ics',
    'https://calendar.example.com:22/a.ics',
    'https://user:password@calendar.example.com/a.ics',
    'https://',
    'calendar.example.com',
    '',
  ])('%j', async (address) => {
    const { network, connected } = networkOf({ 'calendar.example.com': {} });
    expect(await reasonOf(fetchCalendar(network, address))).toBe('bad-address');
    expect(connected).toEqual([]);
  });

  test.each([
    ['127.0.0.1'],
    ['10.0.0.5'],
    ['172.16.3.4'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['::1'],
    ['::'],
    ['fd00::1'],
    ['fe80::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
    ['2001:0:0:1::1'],
    [PUBLIC, '192.168.1.1'],
    [],
    ['localhost'],
  ])('a name that leads to %j', async (...addresses) => {
    const { network, connected } = networkOf({ 'calendar.example.com': { addresses } });
    expect(await reasonOf(fetchCalendar(network, 'https://calendar.example.com/a.ics'))).toBe('bad-address');
    expect(connected).toEqual([]);
  });

  test.each([
    ['https://127.0.0.1/', '127.0.0.1'],
    ['https://2130706433/', '127.0.0.1'],
    ['https://0x7f.1/', '127.0.0.1'],
    ['https://[::1]/', '::1'],
    ['https://[::ffff:10.0.0.1]/', '::ffff:a00:1'],
  ])('the address %s, which is written in numbers', async (address, host) => {
    const { network, connected } = networkOf({ [host]: { addresses: [host] } });
    expect(await reasonOf(fetchCalendar(network, address))).toBe('bad-address');
    expect(connected).toEqual([]);
  });
});

describe('each redirect is looked at like the first address', () => {
  const to = (location: string): Site => ({ status: 302, location });
  test.each([
    ['to a private name', 'https://inside.example.com/'],
    ['to a private address', 'https://169.254.169.254/latest/meta-data/'],
    ['to http', 'http://calendar.example.com/'],
    ['to another port', 'https://calendar.example.com:8080/'],
    ['to a file', 'file:///etc/passwd'],
  ])('%s', async (_, location) => {
    const { network, connected } = networkOf({
      'calendar.example.com': to(location),
      'inside.example.com': { addresses: ['10.1.2.3'] },
      '169.254.169.254': { addresses: ['169.254.169.254'] },
    });
    expect(await reasonOf(fetchCalendar(network, 'https://calendar.example.com/a.ics'))).toBe('bad-address');
    expect(connected).toHaveLength(1);
  });

  test('a redirect to another public name, or to a path, is followed', async () => {
    const { network, connected } = networkOf({
      'short.example.com': to('https://calendar.example.com/a'),
      'calendar.example.com': [to('/b.ics'), {}],
    });
    const sites = fetchCalendar(network, 'https://short.example.com/x');
    await sites.catch(() => {});
    expect(connected.slice(0, 2)).toEqual([
      `${PUBLIC} https://short.example.com/x`,
      `${PUBLIC} https://calendar.example.com/a`,
    ]);
  });

  test('without an end', async () => {
    const { network, connected } = networkOf({ 'calendar.example.com': to('/again') });
    expect(await reasonOf(fetchCalendar(network, 'https://calendar.example.com/'))).toBe('refused');
    expect(connected).toHaveLength(4);
  });

  test('a host name that resolves to a private address at the second hop is refused there', async () => {
    const { network, connected } = networkOf({
      'calendar.example.com': [to('/b.ics'), { addresses: ['127.0.0.1'] }],
    });
    expect(await reasonOf(fetchCalendar(network, 'https://calendar.example.com/'))).toBe('bad-address');
    expect(connected).toHaveLength(1);
  });
});

test.each([401, 403, 404, 410, 500, 204, 304])('an answer of %i is refused', async (status) => {
  const { network } = networkOf({ 'calendar.example.com': { status } });
  expect(await reasonOf(fetchCalendar(network, 'https://calendar.example.com/'))).toBe('refused');
});

test('no more than a megabyte is read', async () => {
  let sent = 0;
  const endless = async function* () {
    for (;;) {
      sent += 1;
      yield new Uint8Array(64 * 1024);
    }
  };
  const { network } = networkOf({ 'calendar.example.com': { body: endless() } });
  expect(await reasonOf(fetchCalendar(network, 'https://calendar.example.com/'))).toBe('too-large');
  expect(sent).toBe(17);
});

test.each<[string, Partial<Network>]>([
  ['a name server', { resolve: () => new Promise(() => {}) }],
  ['a server', { get: () => new Promise(() => {}) }],
  [
    'an answer',
    {
      get: async () => ({
        status: 200,
        location: null,
        close: () => {},
        body: { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) },
      }),
    },
  ],
])('%s that never ends is given up', async (_, slow) => {
  const { network } = networkOf({ 'calendar.example.com': {} });
  const reading = fetchCalendar({ ...network, ...slow }, 'https://calendar.example.com/', {
    timeLimitMs: 50,
  });
  expect(await reasonOf(reading)).toBe('too-slow');
});

test('a slow name server blocks only one thread, and requests that timed out are never looked up', async () => {
  const slow = Promise.withResolvers<string[]>();
  const asked: string[] = [];
  const resolve = oneAtATime((host) => {
    asked.push(host);
    return host === 'slow.example.com' ? slow.promise : Promise.resolve([PUBLIC]);
  });
  const network = { ...networkOf({ 'calendar.example.com': {} }).network, resolve };
  const read = (host: string, timeLimitMs: number) =>
    fetchCalendar(network, `https://${host}/`, { timeLimitMs });
  const late = read('slow.example.com', 50);
  const givenUp = ['one', 'two', 'three'].map((name) => read(`${name}.example.com`, 50));
  const patient = read('calendar.example.com', 60_000);
  for (const reading of [late, ...givenUp]) expect(await reasonOf(reading)).toBe('too-slow');
  expect(asked).toEqual(['slow.example.com']);
  slow.reject(new Error('no such name'));
  expect(await patient).toBe(TEXT);
  expect(asked).toEqual(['slow.example.com', 'calendar.example.com']);
});

test('an unknown name and a connection that breaks are unreachable', async () => {
  const { network } = networkOf({ 'calendar.example.com': {} });
  expect(await reasonOf(fetchCalendar(network, 'https://nowhere.example.com/'))).toBe('unreachable');
  const broken = { ...network, get: () => Promise.reject(new Error('reset')) };
  expect(await reasonOf(fetchCalendar(broken, 'https://calendar.example.com/'))).toBe('unreachable');
});

test.each([
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['100.128.0.1', true],
  ['2606:4700::1111', true],
  ['2a00:1450:4001:82a::200e', true],
  ['255.255.255.255', false],
  ['240.0.0.1', false],
  ['192.0.2.1', false],
  ['2001:db8::1', false],
  ['3fff::1', false],
  ['ff02::1', false],
  ['fe80::1%eth0', false],
  ['256.1.1.1', false],
  ['1.2.3', false],
  ['', false],
])('%s is on the internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

/** A server on this machine, and the first bytes that reach it. */
async function listener() {
  const hello = Promise.withResolvers<string>();
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      hello.resolve(data.toString('latin1'));
      socket.destroy();
    });
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, hello: hello.promise };
}

test('the connection goes to the address that was looked at, and asks for the certificate of the name', async () => {
  const { port, hello } = await listener();
  // No name server knows this name.
  const url = new URL(`https://calendar.invalid:${port}/a.ics`);
  await expect(internet.get(url, '127.0.0.1', AbortSignal.timeout(5_000))).rejects.toThrow();
  expect(await hello).toContain('calendar.invalid');
});

test('on Deno, as on Supabase, it also goes there, whatever the name leads to', async () => {
  const { port, hello } = await listener();
  const program = join(import.meta.dirname, 'get-calendar.deno.ts');
  const config = join(import.meta.dirname, '../../../functions/read-busy-times/deno.json');
  const flags = [
    '--allow-net=127.0.0.1',
    '--allow-sys',
    '--no-lock',
    '--no-remote',
    '--node-modules-dir=manual',
  ];
  await promisify(execFile)(DENO, ['run', ...flags, '-c', config, program, '127.0.0.1', String(port)], {
    env: { PATH: process.env['PATH'], DENO_NO_UPDATE_CHECK: '1' },
  });
  expect(await hello).toContain('calendar.invalid');
});
