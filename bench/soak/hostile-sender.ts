import { setTimeout as pause } from 'node:timers/promises';
import { binaryPush } from '../../server/realtime/testing/raw-client.ts';
import type { Visitor } from './clinic.ts';
import { runAttack } from './attacker.ts';
import { connectAs, joinAs } from './realtime-visitor.ts';

/** Below the limit that would close the attacker's sockets, so that the attack continues. */
const BETWEEN_HOSTILE_MS = 12;
const SOCKETS = 3;
const TOPIC = 'open:attacker';

export type HostileSenderSetup = { url: string; attacker: Visitor };
export type SentMessages = { sent: number; closed: number };

/**
 * One hostile message after another, on a new socket whenever the server has closed the last. Each socket sends the
 * whole list at least once, however short the measurement was.
 */
const send = () =>
  runAttack(async (setup, signal, begun): Promise<SentMessages> => {
    const { url, attacker } = setup as HostileSenderSetup;
    const counted: SentMessages = { sent: 0, closed: 0 };
    const sendHostile = async (first: number) => {
      let next = first;
      const isDone = () => signal.aborted && next - first >= HOSTILE.length;
      while (!isDone()) {
        const client = await connectAs({ url }, attacker);
        await joinAs(client, attacker, TOPIC).catch(() => {}); // it may be closed before it is open
        for (; !isDone() && client.isOpen(); next += 1) {
          client.socket.send(HOSTILE[next % HOSTILE.length]!);
          counted.sent += 1;
          begun();
          await pause(BETWEEN_HOSTILE_MS);
        }
        if (!isDone()) counted.closed += 1;
        client.socket.terminate();
      }
    };
    await Promise.all(Array.from({ length: SOCKETS }, (_, at) => sendHostile(at)));
    return counted;
  });

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const frame = (event: string, payload: string, topic = TOPIC) =>
  `["1","1",${JSON.stringify(`realtime:${topic}`)},"${event}",${payload}]`;
const broadcast = (payload: string, rest = '') =>
  frame('broadcast', `{"type":"broadcast","event":"x","payload":${payload}${rest}}`);
const joining = (config: string) => frame('phx_join', `{"config":${config}}`, 'open:other');
const many = (value: string, count: number) => `[${Array.from({ length: count }, () => value).join()}]`;
const names = ['1', '1', `realtime:${TOPIC}`, 'x', ''] as const;

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

await send();
