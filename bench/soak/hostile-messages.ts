import { setTimeout as pause } from 'node:timers/promises';
import { openTopics } from '../../server/realtime/testing/open-topics.ts';
import { binaryPush, connectRaw, type RawClient } from '../../server/realtime/testing/raw-client.ts';
import { median, percentile, round } from '../numbers.ts';
import { inDatabase, openClinic, signInPatients, type SoakClinic, type Visitor } from './clinic.ts';
import { hold } from './hold.ts';

const PAIRS = 5;
const ROUNDS = 5;
const BETWEEN_WORDS_MS = 20;
/** Below what would close the offender's sockets, so that the storm goes on. */
const BETWEEN_HOSTILE_MS = 12;
const OFFENDING_SOCKETS = 3;
const OFFENDING_TOPIC = 'open:offender';

type Choices = { seconds?: number; maxRatio?: number; floorMs?: number };

/** A patient who sends what hurts delays nobody else's messages noticeably, and closes no socket but the own. */
export async function hostileMessages({ seconds = 3, maxRatio = 2, floorMs = 20 }: Choices = {}) {
  const clinic = await openClinic();
  const opened: RawClient[] = [];
  try {
    await inDatabase(clinic, openTopics);
    const [offender, ...patients] = await signInPatients(clinic, 1 + PAIRS * 2);
    const join = async (visitor: Visitor, topic: string) => {
      const client = await connectAs(clinic, visitor);
      opened.push(client);
      hold((await joinAs(client, visitor, topic)).status === 'ok', `${topic} could not be joined`);
      return client;
    };
    const pairs = await Promise.all(
      Array.from({ length: PAIRS }, async (_, pair) => ({
        topic: `open:pair-${pair}`,
        speaker: await join(patients[pair * 2]!, `open:pair-${pair}`),
        listener: await join(patients[pair * 2 + 1]!, `open:pair-${pair}`),
      })),
    );
    const measure = async () =>
      percentile((await Promise.all(pairs.map((pair) => delaysOf(pair, seconds)))).flat(), 99);
    await measure();

    // In turns, so that whatever else the machine does falls on both.
    const rounds: { calm: number; beside: number }[] = [];
    const storm = { sent: 0, closed: 0 };
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const calm = await measure();
      rounds.push({ calm, beside: await besideStorm(clinic, offender!, storm, measure) });
    }
    const closed = opened.filter((client) => !client.isOpen()).length;
    hold(closed === 0, `${closed} sockets of others were closed`);
    const ratio = median(rounds.map(({ calm, beside }) => beside / calm));
    const beside = median(rounds.map((one) => one.beside));
    hold(
      ratio <= maxRatio || beside < floorMs,
      `p99 ${round(beside)} ms, ${round(ratio)} of what it is without`,
    );
    return { hostile: storm.sent, closedForIt: storm.closed, p99: round(beside), ratio: round(ratio) };
  } finally {
    for (const { socket } of opened) socket.terminate();
    await clinic.remove();
  }
}

const connectAs = ({ url }: SoakClinic, { headers }: Visitor) =>
  connectRaw({ url, anonKey: headers['apikey']! });

const joinAs = (client: RawClient, { headers }: Visitor, topic: string) =>
  client.join(topic, headers['authorization']!.replace('Bearer ', ''));

type Pair = { topic: string; speaker: RawClient; listener: RawClient };

/** One speaks, the other hears every word; how long each took. */
async function delaysOf({ topic, speaker, listener }: Pair, seconds: number): Promise<number[]> {
  const words = Math.round((seconds * 1000) / BETWEEN_WORDS_MS);
  const delays: number[] = [];
  const note = (data: unknown) => {
    const [, , , event, said] = JSON.parse(String(data)) as [
      0,
      0,
      0,
      string,
      { payload: { sentAt: number } },
    ];
    if (event === 'broadcast') delays.push(performance.now() - said.payload.sentAt);
  };
  listener.socket.on('message', note);
  for (let word = 0; word < words; word += 1) {
    const payload = { type: 'broadcast', event: 'word', payload: { sentAt: performance.now() } };
    const answer = speaker
      .ask(topic, 'broadcast', payload)
      .catch((error: Error) => ({ status: error.message }));
    const [{ status }] = await Promise.all([answer, pause(BETWEEN_WORDS_MS)]);
    hold(status === 'ok', `a word of somebody else was answered: ${status}`);
  }
  for (const deadline = performance.now() + 5_000; delays.length < words && performance.now() < deadline;)
    await pause(5);
  listener.socket.off('message', note);
  hold(delays.length === words, `${words - delays.length} words of others were not heard`);
  return delays;
}

async function besideStorm(
  clinic: SoakClinic,
  offender: Visitor,
  storm: { sent: number; closed: number },
  measure: () => Promise<number>,
): Promise<number> {
  const over = new AbortController();
  const senders = Array.from({ length: OFFENDING_SOCKETS }, (_, first) =>
    rage(clinic, offender, storm, first, over.signal),
  );
  try {
    return await measure();
  } finally {
    over.abort();
    await Promise.all(senders);
  }
}

/** One hostile message after the other, on a new socket whenever the server has closed the last. */
async function rage(
  clinic: SoakClinic,
  offender: Visitor,
  storm: { sent: number; closed: number },
  first: number,
  signal: AbortSignal,
): Promise<void> {
  for (let next = first; !signal.aborted;) {
    const client = await connectAs(clinic, offender);
    await joinAs(client, offender, OFFENDING_TOPIC).catch(() => {}); // it may be told to go before it is in
    for (; !signal.aborted && client.isOpen(); next += 1) {
      client.socket.send(HOSTILE[next % HOSTILE.length]!);
      storm.sent += 1;
      await pause(BETWEEN_HOSTILE_MS);
    }
    if (!signal.aborted) storm.closed += 1;
    client.socket.terminate();
  }
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const frame = (event: string, payload: string, topic = OFFENDING_TOPIC) =>
  `["1","1",${JSON.stringify(`realtime:${topic}`)},"${event}",${payload}]`;
const broadcast = (payload: string, rest = '') =>
  frame('broadcast', `{"type":"broadcast","event":"x","payload":${payload}${rest}}`);
const joining = (config: string) => frame('phx_join', `{"config":${config}}`, 'open:other');
const many = (value: string, count: number) => `[${Array.from({ length: count }, () => value).join()}]`;
const names = ['1', '1', `realtime:${OFFENDING_TOPIC}`, 'x', ''] as const;

const HOSTILE: (string | Buffer)[] = [
  broadcast('{"toString":null,"valueOf":null}', ',"bytes":true'),
  broadcast('{"length":1e9}', ',"bytes":true'),
  broadcast(nested(4_090)),
  broadcast(nested(4_100)),
  broadcast(nested(30_000)),
  broadcast(many('1e308', 10_000)),
  broadcast(`[${'9'.repeat(60_000)}]`),
  broadcast(`"${'\\u0000'.repeat(10_000)}"`),
  broadcast(`{"__proto__":{"toJSON":1},"constructor":null}`),
  frame('broadcast', '7'),
  frame('broadcast', '{"event":{},"payload":{}}'),
  frame('presence', `{"event":"track","payload":{"numbers":${many('1e308', 10_000)}}}`),
  frame('presence', '{"event":"track","payload":{"name":"\\u0000"}}'),
  frame('presence', `{"event":"track","payload":{"deep":${nested(30_000)}}}`),
  frame('access_token', '{"access_token":{}}', 'open:nowhere'),
  joining('{"private":true,"broadcast":{"replay":{"since":-9e15}}}'),
  joining('{"postgres_changes":[{"event":"*","schema":"public","table":"\\u0000"}]}'),
  joining(`{"postgres_changes":${many('{"event":"*","schema":"public"}', 1_000)}}`),
  frame('phx_join', '{}', '\u0000'),
  binaryPush([...names], Buffer.alloc(60_000)),
  binaryPush([...names], 'cut short').subarray(0, 12),
  binaryPush([...names], 'bytes', { encoding: 9 }),
  binaryPush([...names], nested(30_000), { encoding: 1 }),
  binaryPush([...names], 'bytes', { kind: 255 }),
  '[',
  nested(30_000),
];
