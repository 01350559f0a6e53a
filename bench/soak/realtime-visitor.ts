import { connectRaw, type RawClient } from '../../server/realtime/testing/raw-client.ts';
import type { Visitor } from './clinic.ts';

export const connectAs = ({ url }: { url: string }, { headers }: Visitor) =>
  connectRaw({ url, anonKey: headers['apikey']! });

export const joinAs = (client: RawClient, { headers }: Visitor, topic: string) =>
  client.join(topic, headers['authorization']!.replace('Bearer ', ''));
