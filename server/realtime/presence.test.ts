import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { joined, privateChannel, realtimeOf } from './testing/clients.ts';
import { openTopics } from './testing/open-topics.ts';
import { connectRaw } from './testing/raw-client.ts';

let server: TestServer;
let patient: Patient;

beforeAll(async () => {
  server = await startTestServer();
  await openTopics(server.database);
  patient = await newPatient(server);
});
afterAll(() => server.stop());

const another = () => startTestServer({}, { database: { url: server.databaseUrl } });

/** Someone in a room, on this server or another, who sees who else is present. */
async function visitor(at: TestServer, room: string, key: string, mood: string) {
  const { channel } = privateChannel(realtimeOf(at, patient.token), `open:${room}`, { key });
  const events: string[] = [];
  channel.on('presence', { event: 'join' }, ({ key: who }) => events.push(`${who} came`));
  channel.on('presence', { event: 'leave' }, ({ key: who, currentPresences }) => {
    if (currentPresences.length === 0) events.push(`${who} left`);
  });
  await joined(channel);
  expect(await channel.track({ mood })).toBe('ok');
  const sees = () =>
    Object.fromEntries(
      Object.entries(channel.presenceState<{ mood: string }>()).map(([who, metas]) => [
        who,
        metas
          .map((meta) => meta.mood)
          .toSorted()
          .join(' '),
      ]),
    );
  return { channel, sees, events };
}

test('everyone sees who is present, joins, changes and leaves, across two servers', async () => {
  const other = await another();
  const ana = await visitor(server, 'hall', 'ana', 'calm');
  const ben = await visitor(other, 'hall', 'ben', 'glad');
  const both = { ana: 'calm', ben: 'glad' };
  await expect.poll(ana.sees).toEqual(both);
  await expect.poll(ben.sees).toEqual(both);
  await ben.channel.track({ mood: 'tired' });
  await expect.poll(ana.sees).toEqual({ ana: 'calm', ben: 'tired' });
  expect(ana.events.filter((event) => event === 'ben left')).toEqual([]);
  await ben.channel.untrack();
  await expect.poll(ana.sees).toEqual({ ana: 'calm' });
  await ben.channel.track({ mood: 'back' });
  await expect.poll(ana.sees).toEqual({ ana: 'calm', ben: 'back' });
  await ben.channel.socket.disconnect();
  await expect.poll(ana.sees).toEqual({ ana: 'calm' });
  expect(ana.events.filter((event) => event === 'ben left')).toHaveLength(2);
  await other.stop();
});

test('no one is present unseen, whatever name they claim', async () => {
  const place = { url: server.url, anonKey: server.keys.anonKey };
  const [watching, comer] = [await connectRaw(place), await connectRaw(place)];
  onTestFinished(() => [watching, comer].forEach(({ socket }) => socket.terminate()));
  const frames: string[] = [];
  watching.socket.on('message', (data) => frames.push((data as Buffer).toString()));
  await watching.join('open:unseen', patient.token);
  await comer.join('open:unseen', patient.token, { presence: { key: '__proto__' } });
  const track = { type: 'presence', event: 'track', payload: { mood: 'hidden' } };
  expect((await comer.ask('open:unseen', 'presence', track)).status).toBe('ok');
  await expect
    .poll(() => frames.filter((frame) => frame.includes('presence_diff')))
    .toEqual([expect.stringContaining('"joins":{"__proto__":{"metas":[{"mood":"hidden"')]);
});

test('two windows of one person count as one person with two windows', async () => {
  const first = await visitor(server, 'windows', 'ana', 'first');
  const second = await visitor(server, 'windows', 'ana', 'second');
  await expect.poll(first.sees).toEqual({ ana: 'first second' });
  await second.channel.unsubscribe();
  await expect.poll(first.sees).toEqual({ ana: 'first' });
});

test('people on a stopped server disappear right away, and those on a crashed one after half a minute', async () => {
  const other = await another();
  const ana = await visitor(server, 'stops', 'ana', 'calm');
  await visitor(other, 'stops', 'ben', 'glad');
  await expect.poll(ana.sees).toEqual({ ana: 'calm', ben: 'glad' });
  await other.stop();
  await expect.poll(ana.sees).toEqual({ ana: 'calm' });
  await server.database.query(
    `select portal_server.track(gen_random_uuid(), 'open:stops', 'cleo', '{"mood": "lost"}', 'a-ref', null)`,
  );
  await expect.poll(ana.sees).toEqual({ ana: 'calm', cleo: 'lost' });
  await server.database.query(
    `update portal_server.presences set seen_at = now() - interval '31 seconds' where key = 'cleo'`,
  );
  await expect.poll(ana.sees, { timeout: 12_000 }).toEqual({ ana: 'calm' });
});
