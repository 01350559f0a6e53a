import { once } from 'node:events';
import { WebSocket } from 'ws';

type Server = { url: string; anonKey: string };
type Reply = { status: string; response: { reason?: string } };
type Frame = [string | null, string | null, string, string, unknown];

const BYTES: Frame = [null, null, '', 'broadcast', null];

export type RawClient = Awaited<ReturnType<typeof connectRaw>>;

/** A socket without realtime-js, for messages that realtime-js would never send. */
export async function connectRaw({ url, anonKey }: Server, headers: Record<string, string> = {}) {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`;
  const socket = new WebSocket(address, { headers });
  const replies = new Map<string, (reply: Reply) => void>();
  const received: unknown[] = [];
  let lastRef = 0;

  socket.on('message', (data, isBinary) => {
    const [, ref, , event, payload] = isBinary ? BYTES : (JSON.parse((data as Buffer).toString()) as Frame);
    if (event === 'phx_reply' && ref !== null) replies.get(ref)?.(payload as Reply);
    if (event === 'broadcast') received.push(payload ?? data);
  });
  const closed = new Promise<number>((done) => {
    socket.once('close', done);
  });
  await once(socket, 'open');

  /**
   * The server's answer to one message. `payload` may already be JSON, for text that no value could produce.
   */
  function ask(topic: string, event: string, payload: unknown): Promise<Reply> {
    lastRef += 1;
    const ref = String(lastRef);
    return new Promise((done, failed) => {
      replies.set(ref, done);
      closed.then(
        (code) => failed(new Error(`closed with ${code}`)),
        () => {},
      );
      socket.send(JSON.stringify(['1', ref, `realtime:${topic}`, event, payload]));
    });
  }

  return {
    socket,
    received,
    closed,
    ask,
    isOpen: () => socket.readyState === socket.OPEN,
    /** Joins a private channel and returns the reply. */
    join: (topic: string, token: string, config: object = {}) =>
      ask(topic, 'phx_join', {
        access_token: token,
        config: { private: true, broadcast: { ack: true }, presence: { enabled: true }, ...config },
      }),
  };
}

/** realtime-js' binary broadcast, with a header that may be wrong. */
export function binaryPush(
  parts: [joinRef: string, ref: string, topic: string, event: string, metadata: string],
  payload: Buffer | string,
  { kind = 3, encoding = 0 } = {},
): Buffer {
  const written = parts.map((part) => Buffer.from(part));
  const header = Buffer.from([kind, ...written.map(({ length }) => length), encoding]);
  return Buffer.concat([header, ...written, Buffer.from(payload)]);
}
