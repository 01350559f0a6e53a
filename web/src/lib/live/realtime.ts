import { RealtimeClient } from '@supabase/realtime-js';
import { config } from '@/lib/backend/config.ts';

export {
  REALTIME_SUBSCRIBE_STATES as ChannelStatus,
  type RealtimeChannel as Channel,
} from '@supabase/realtime-js';

/** The wait before each reconnect, in seconds; the last one repeats. */
const RECONNECT_AFTER = [1, 2, 5, 10, 10];

/**
 * A connection to the server that stays open until `disconnect`. Loaded late: no first screen needs it. To
 * reconnect, realtime-js requests a token and then connects without checking whether it was told to
 * disconnect in the meantime: someone signed out by that very request would be connected and refused
 * forever. So it never gets an answer after that.
 */
export function openRealtime(accessToken: () => Promise<string | null>): RealtimeClient {
  const { supabaseUrl, supabaseAnonKey } = config();
  let isOver = false;
  const client = new RealtimeClient(`${supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: supabaseAnonKey },
    accessToken: async () => {
      const token = await accessToken();
      return isOver ? new Promise<never>(() => {}) : token;
    },
    reconnectAfterMs: (tries) => 1000 * (RECONNECT_AFTER[tries - 1] ?? RECONNECT_AFTER.at(-1)!),
  });
  const disconnect = client.disconnect.bind(client);
  client.disconnect = (...how) => {
    isOver = true;
    return disconnect(...how);
  };
  return client;
}
