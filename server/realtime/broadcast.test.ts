import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { joined, privateChannel, realtimeOf, refusalOf } from './testing/clients.ts';
import { openTopics } from './testing/open-topics.ts';

let server: TestServer;
let other: TestServer;
let [one, two]: Patient[] = [];

beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({}, { database: { url: server.databaseUrl } });
  await openTopics(server.database);
  [one, two] = [await newPatient(server), await newPatient(server)];
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

test.each(['1.0.0', '2.0.0'])(
  'what one sends the other hears, and not the sender, in version %s',
  async (vsn) => {
    const [here, there] = [realtimeOf(server, one!.token, { vsn }), realtimeOf(server, two!.token, { vsn })];
    const [speaker, listener] = [privateChannel(here, `open:${vsn}`), privateChannel(there, `open:${vsn}`)];
    await Promise.all([joined(speaker.channel), joined(listener.channel)]);
    for (const word of ['one', 'two', 'three', 'für'])
      expect(await speaker.channel.send({ type: 'broadcast', event: 'word', payload: { word } })).toBe('ok');
    await expect.poll(() => listener.received.length).toBe(4);
    expect(listener.received).toEqual(
      ['one', 'two', 'three', 'für'].map((word) => ({ event: 'word', payload: { word } })),
    );
    expect(speaker.received).toEqual([]);
  },
);

test('two servers on one database act as one: what is sent on one is heard on the other, even past 8,000 bytes', async () => {
  const speaker = privateChannel(realtimeOf(server, one!.token), 'open:two-servers', { self: true });
  const listener = privateChannel(realtimeOf(other, two!.token), 'open:two-servers');
  await Promise.all([joined(speaker.channel), joined(listener.channel)]);
  const sizes = [10, 30_000, 20, 50_000, 7_900, 30];
  for (const size of sizes)
    await speaker.channel.send({ type: 'broadcast', event: 'size', payload: { words: 'x'.repeat(size) } });
  const sizesOf = (received: { payload?: unknown }[]) =>
    received.map(({ payload }) => (payload as { words: string }).words.length);
  await expect.poll(() => sizesOf(listener.received)).toEqual(sizes);
  await expect.poll(() => sizesOf(speaker.received)).toEqual(sizes);
});

test('large messages keep their order within a channel and delay no other channel', async () => {
  const client = realtimeOf(server, two!.token);
  const [large, small] = [privateChannel(client, 'open:large'), privateChannel(client, 'open:small')];
  const received: unknown[] = [];
  for (const { channel } of [large, small])
    channel.on('broadcast', { event: '*' }, ({ event }) => received.push(event));
  await Promise.all([joined(large.channel), joined(small.channel)]);
  const events = Array.from({ length: 20 }, (_, number) => `large ${number}`);
  const message = (room: string, event: string, payload: unknown = {}) => ({
    topic: `open:${room}`,
    event,
    payload,
    private: true,
  });
  const messages = [
    ...events.map((event) => message('large', event, 'x'.repeat(10_000))),
    message('large', 'end of large'),
    message('small', 'small'),
  ];
  const sent = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: server.keys.anonKey, authorization: `Bearer ${one!.token}` },
    body: JSON.stringify({ messages }),
  });
  expect(sent.status).toBe(202);
  await expect.poll(() => received.length).toBe(messages.length);
  expect(received.filter((event) => event !== 'small')).toEqual([...events, 'end of large']);
  expect(received.indexOf('small')).toBeLessThan(5);
});

test('bytes arrive as bytes', async () => {
  const speaker = privateChannel(realtimeOf(server, one!.token), 'open:bytes');
  const listener = privateChannel(realtimeOf(other, two!.token), 'open:bytes');
  await Promise.all([joined(speaker.channel), joined(listener.channel)]);
  await speaker.channel.send({
    type: 'broadcast',
    event: 'raw',
    payload: new Uint8Array([0, 200, 7]).buffer,
  });
  await expect.poll(() => listener.received.length).toBe(1);
  expect(new Uint8Array(listener.received[0]!['payload'] as ArrayBuffer)).toEqual(
    new Uint8Array([0, 200, 7]),
  );
});

test('messages sent over HTTP are heard too, and refused without the right to send', async () => {
  const listener = privateChannel(realtimeOf(server, two!.token), 'open:http');
  await joined(listener.channel);
  const sender = realtimeOf(server, one!.token);
  await sender.setAuth();
  const { channel } = privateChannel(sender, 'open:http');
  expect(await channel.httpSend('word', { word: 'hello' })).toEqual({ success: true });
  await expect.poll(() => listener.received).toEqual([{ event: 'word', payload: { word: 'hello' } }]);
  await expect(privateChannel(sender, 'quiet:http').channel.httpSend('word', {})).rejects.toThrow(
    'permissions',
  );
  await expect(sender.channel('open:public').httpSend('word', {})).rejects.toThrow('permissions');
});

test('permission to listen is not permission to send', async () => {
  const speaker = privateChannel(realtimeOf(server, one!.token), 'quiet:room', { self: true });
  await joined(speaker.channel);
  expect(await speaker.channel.send({ type: 'broadcast', event: 'word', payload: {} })).toBe('error');
  expect(await speaker.channel.track({ name: 'me' })).toBe('error');
  expect(speaker.received).toEqual([]);
});

test('a channel without a policy, a public one and one with a bad token stay closed, and say why', async () => {
  const client = realtimeOf(server, one!.token);
  expect(await refusalOf(privateChannel(client, 'closed:room').channel)).toMatch(
    /^Unauthorized: .*closed:room$/,
  );
  expect(await refusalOf(client.channel('open:room'))).toBe(
    'PrivateOnly: This project only allows private channels',
  );
  for (const token of ['nonsense', `${one!.token}x`, 'with blanks and \n'])
    expect(await refusalOf(privateChannel(realtimeOf(server, token), 'open:room').channel)).toMatch(
      /^InvalidJWTToken/,
    );
  expect(await refusalOf(privateChannel(realtimeOf(server), 'open:room').channel)).toMatch(/^Unauthorized/);
});

test('a patient hears of changes to their own record, in words that reveal nothing, and of no one else’s', async () => {
  const mine = privateChannel(realtimeOf(other, one!.token), `patient:${one!.id}`);
  await joined(mine.channel);
  expect(
    await refusalOf(privateChannel(realtimeOf(server, two!.token), `patient:${one!.id}`).channel),
  ).toMatch(/^Unauthorized/);
  const note = `insert into public.medical_notes (user_id, title, noted_on, content) values ($1, 'A', current_date, 'secret')`;
  await server.database.query(note, [two!.id]);
  await server.database.query(note, [one!.id]);
  await expect.poll(() => mine.received).toEqual([{ event: 'change', payload: { table: 'medical_notes' } }]);
});

test('a client who comes late can get what the database sent in the meantime', async () => {
  const patient = await newPatient(server);
  const early = privateChannel(realtimeOf(server, patient.token), `patient:${patient.id}`);
  await joined(early.channel);
  await server.database.query(
    `update public.customers set tracking_url = 'https://example.com/1' where user_id = $1`,
    [patient.id],
  );
  // By now everyone who was present has it. It isn't sent again to someone who joins later.
  await expect.poll(() => early.received.length).toBe(1);
  const client = realtimeOf(server, patient.token);
  const received: unknown[] = [];
  const channel = client.channel(`patient:${patient.id}`, {
    config: { private: true, broadcast: { replay: { since: Date.now() - 60_000, limit: 1 } } },
  });
  channel.on('broadcast', { event: 'change' }, ({ payload, meta }) =>
    received.push({ payload: payload as unknown, meta }),
  );
  await joined(channel);
  await expect
    .poll(() => received)
    .toEqual([
      {
        payload: { table: 'customers' },
        meta: { replayed: true, id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
    ]);
});
