import { once } from 'node:events';
import type { RealtimeClient } from '@supabase/realtime-js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { LIMITS } from './limits.ts';
import { joined, realtimeOf, refusalOf } from './testing/clients.ts';
import { answered } from './testing/crowd.ts';

const SMALL = { ...LIMITS, changesPerUser: 40, changesWaitingPerUser: 30 };
const PER_CHANNEL = 20;
const CHANGES = 20;

let server: TestServer;
let [busy, quiet]: Patient[] = [];

beforeAll(async () => {
  server = await startTestServer({}, { limits: SMALL });
  [busy, quiet] = [await newPatient(server), await newPatient(server)];
});
afterAll(() => server.stop());

type Options = { times: number; received?: string[]; client?: RealtimeClient };

/** Subscribes to one's own row this many times, each time with another filter. Each gets an answer. */
function subscribing(
  { token, id }: Patient,
  name: string,
  { times, received = [], client = realtimeOf(server, token) }: Options,
) {
  const channel = client.channel(name);
  for (let number = 0; number < times; number += 1) {
    const other = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const filter = `user_id=neq.${other},user_id=eq.${id}`;
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'customers', filter }, () =>
      received.push(name),
    );
  }
  return channel;
}

/** Commits everything at once, with the quiet person's change last. */
const changeBoth = (times: number) =>
  server.database.transaction(async (query) => {
    const change = 'update public.customers set tracking_url = $2 where user_id = $1';
    for (let number = 0; number < times; number += 1)
      await query(change, [busy!.id, `https://example.com/${number}`]);
    await query(change, [quiet!.id, `https://example.com/${times}`]);
  });

test('what someone with many queries triggers delays no one else', async () => {
  const received: string[] = [];
  await Promise.all(
    ['busy', 'busy too'].map((name) => joined(subscribing(busy!, name, { times: PER_CHANNEL, received }))),
  );
  await joined(subscribing(quiet!, 'quiet', { times: 1, received }));
  await changeBoth(CHANGES);
  const all = SMALL.changesPerUser * CHANGES;
  await expect.poll(() => received.length, { timeout: 30_000 }).toBe(all + 1);
  expect(received.indexOf('quiet')).toBeLessThan(all / CHANGES);
});

test('a client with too many pending changes is disconnected, and no one else', async () => {
  const received: string[] = [];
  const client = realtimeOf(server, busy!.token, { reconnectAfterMs: () => 60_000 });
  await joined(subscribing(busy!, 'busy', { times: PER_CHANNEL, client }));
  const beside = subscribing(quiet!, 'quiet', { times: 1, received });
  await joined(beside);
  await changeBoth(SMALL.changesWaitingPerUser + 1);
  await expect.poll(() => client.isConnected(), { timeout: 5_000 }).toBe(false);
  await expect.poll(() => received).toEqual(['quiet']);
  expect(beside.socket.isConnected()).toBe(true);
});

const TOO_MANY = 'ChannelRateLimitReached: Too many postgres_changes';

test('one person may subscribe to a fixed number of changes over all sockets, and to more after leaving some', async () => {
  const somebody = await newPatient(server);
  const subscribe = (name: string, times: number) => refusalOf(subscribing(somebody, name, { times }));
  const first = subscribing(somebody, 'first', { times: PER_CHANNEL });
  await joined(first);
  expect(await subscribe('second', PER_CHANNEL)).toBe('joined');
  expect(await subscribe('third', 1)).toBe(TOO_MANY);
  const nonsense = { event: '*', schema: 'public', table: 'nowhere' } as const;
  const unread = realtimeOf(server, somebody.token)
    .channel('x')
    .on('postgres_changes', nonsense, () => {});
  expect(await refusalOf(unread), 'refused before anything is looked up').toBe(TOO_MANY);
  expect(await refusalOf(subscribing(quiet!, 'another person', { times: 1 }))).toBe('joined');
  await first.unsubscribe();
  expect(await subscribe('third', PER_CHANNEL)).toBe('joined');
});

test('a channel that is rejoined counts once', async () => {
  const { token } = await newPatient(server);
  const { anonKey } = server.keys;
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`,
  );
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const subscription = { event: '*', schema: 'public', table: 'customers' };
  const payload = {
    access_token: token,
    config: { postgres_changes: Array.from({ length: PER_CHANNEL }, () => subscription) },
  };
  const join = (ref: string, topic: string) =>
    answered(socket, [ref, ref, `realtime:${topic}`, 'phx_join', payload]);
  await join('1', 'one');
  await join('2', 'two');
  await join('3', 'two');
  await expect(join('4', 'three')).rejects.toThrow('refused');
});

test('sockets that subscribe at the same moment get no more between them', async () => {
  const somebody = await newPatient(server);
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, number) =>
      refusalOf(subscribing(somebody, `at once ${number}`, { times: PER_CHANNEL })),
    ),
  );
  expect(answers.toSorted()).toEqual([TOO_MANY, TOO_MANY, 'joined', 'joined']);
});

test('a channel that another person takes over counts as theirs', async () => {
  const [full, guest] = [await newPatient(server), await newPatient(server)];
  for (const name of ['one', 'two']) await joined(subscribing(full, name, { times: PER_CHANNEL }));
  let { token } = guest;
  const client = realtimeOf(server, undefined, { accessToken: () => Promise.resolve(token) });
  const channel = subscribing(guest, 'taken over', { times: 1, client });
  const messages: string[] = [];
  channel.on('system', {}, ({ message }: { message: string }) => messages.push(message));
  await joined(channel);
  ({ token } = full);
  await client.setAuth();
  await expect.poll(() => messages).toContain(TOO_MANY);
});
