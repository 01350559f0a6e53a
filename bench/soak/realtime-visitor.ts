import { connectRaw, type RawClient } from '../../server/realtime/testing/raw-client.ts';
import type { Visitor } from './clinic.ts';

/** As often as realtime-js. The server closes sockets that are silent for a minute. */
const HEARTBEAT_MS = 25_000;

export async function connectAs({ url }: { url: string }, { headers }: Visitor): Promise<RawClient> {
  const client = await connectRaw({ url, anonKey: headers['apikey']! });
  const beat = JSON.stringify([null, 'beat', 'phoenix', 'heartbeat', {}]);
  const beating = setInterval(() => client.socket.send(beat), HEARTBEAT_MS);
  client.socket.once('close', () => clearInterval(beating));
  return client;
}

export const joinAs = (client: RawClient, { headers }: Visitor, topic: string) =>
  client.join(topic, headers['authorization']!.replace('Bearer ', ''));
