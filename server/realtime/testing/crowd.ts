import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';

type Server = { url: string; anonKey: string; serviceRoleKey: string };
type Frame = [
  string | null,
  string | null,
  string,
  string,
  { status?: string; payload?: { sentAt: number } },
];

const TOPIC = 'realtime:open:crowd';
const BATCH = 50;
/** The server disconnects anyone who sends more than a hundred messages a second. */
const SEND_INTERVAL_MS = 15;

/** Many bare sockets in one channel, to cost as little as a client can. */
export async function gatherCrowd({ url, anonKey, serviceRoleKey }: Server, size: number) {
  const sockets: WebSocket[] = [];
  const delays: number[] = [];
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`;

  async function enter(): Promise<void> {
    const socket = new WebSocket(address);
    sockets.push(socket);
    await once(socket, 'open');
    const config = { private: true, broadcast: { ack: true, self: true } };
    const join = { config, access_token: serviceRoleKey };
    await answered(socket, ['1', '1', TOPIC, 'phx_join', join]);
    socket.on('message', (data) => {
      const [, , , event, { payload }] = JSON.parse((data as Buffer).toString()) as Frame;
      if (event === 'broadcast') delays.push(performance.now() - payload!.sentAt);
    });
  }

  for (let done = 0; done < size; done += BATCH)
    await Promise.all(Array.from({ length: Math.min(BATCH, size - done) }, enter));

  return {
    /**
     * The first one sends and everyone receives. Returns how long each message took to each socket, sorted.
     */
    async broadcast(times: number): Promise<number[]> {
      delays.length = 0;
      const [sender] = sockets;
      for (let time = 0; time < times; time += 1) {
        const payload = { type: 'broadcast', event: 'word', payload: { sentAt: performance.now() } };
        await Promise.all([
          answered(sender!, ['1', `${time + 2}`, TOPIC, 'broadcast', payload]),
          pause(SEND_INTERVAL_MS),
        ]);
      }
      for (const deadline = Date.now() + 10_000; delays.length < times * size && Date.now() < deadline;)
        await new Promise((resolve) => setImmediate(resolve));
      return delays.toSorted((one, other) => one - other);
    },
    leave: () => sockets.forEach((socket) => socket.terminate()),
  };
}

/** Sends a frame as it is. Fails if the server refuses it or disconnects. */
export async function answered(socket: WebSocket, frame: unknown[]): Promise<void> {
  const ref = frame[1];
  await new Promise<void>((done, failed) => {
    const listen = (data: unknown) => {
      const [, answers, , event, { status }] = JSON.parse((data as Buffer).toString()) as Frame;
      if (answers !== ref || event !== 'phx_reply') return;
      socket.off('message', listen).off('close', onClose);
      if (status === 'ok') done();
      else failed(new Error('refused'));
    };
    const onClose = (code: number) => failed(new Error(`closed with ${code}`));
    socket.on('message', listen).on('close', onClose);
    socket.send(JSON.stringify(frame));
  });
}

export const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
