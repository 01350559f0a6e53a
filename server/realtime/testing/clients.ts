import { REALTIME_SUBSCRIBE_STATES, RealtimeClient, type RealtimeChannel } from '@supabase/realtime-js';
import { onTestFinished } from 'vitest';
import type { TestServer } from '../../testing/test-server.ts';

export type Received = Record<string, unknown>;

/** realtime-js from npm, with a person's token. */
export function realtimeOf(
  { url, keys }: Pick<TestServer, 'url' | 'keys'>,
  token?: string,
  options: object = {},
): RealtimeClient {
  const client = new RealtimeClient(`${url.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: keys.anonKey },
    ...(token !== undefined && { accessToken: () => Promise.resolve(token) }),
    ...options,
  });
  onTestFinished(async () => {
    await client.disconnect();
  });
  return client;
}

/** Resolves when the channel is joined, and fails with the server's reason when it is not. */
export async function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  // realtime-js doesn't wait for a token; supabase-js sets it before the first join.
  if (channel.socket.accessToken) await channel.socket.setAuth();
  return new Promise((done, failed) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) done(channel);
      else failed(error ?? new Error(status));
    });
  });
}

export const refusalOf = (channel: RealtimeChannel): Promise<string> =>
  joined(channel).then(
    () => 'joined',
    (error: Error) => error.message,
  );

/** A private channel that collects the broadcasts it receives. */
export function privateChannel(
  client: RealtimeClient,
  topic: string,
  { self = false, ack = true, key = '' } = {},
): { channel: RealtimeChannel; received: Received[] } {
  const received: Received[] = [];
  const channel = client.channel(topic, {
    config: { private: true, broadcast: { self, ack }, presence: { key, enabled: key !== '' } },
  });
  channel.on('broadcast', { event: '*' }, ({ event, payload }) =>
    received.push({ event, payload: payload as unknown }),
  );
  return { channel, received };
}
