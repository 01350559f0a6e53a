import { RealtimeClient } from '@supabase/realtime-js';
import { config } from '@/lib/backend/config.ts';

export {
  REALTIME_SUBSCRIBE_STATES as ChannelStatus,
  type RealtimeChannel as Channel,
} from '@supabase/realtime-js';

/** How long to wait before each try to come back, in seconds; the last counts for all that follow. */
const RECONNECT_AFTER = [1, 2, 5, 10, 10];

/** A connection to the server that stays open. Loaded late: no first screen needs it. */
export function openRealtime(accessToken: () => Promise<string | null>): RealtimeClient {
  const { supabaseUrl, supabaseAnonKey } = config();
  return new RealtimeClient(`${supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: supabaseAnonKey },
    accessToken,
    reconnectAfterMs: (tries) => 1000 * (RECONNECT_AFTER[tries - 1] ?? RECONNECT_AFTER.at(-1)!),
  });
}
