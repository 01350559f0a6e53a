import * as z from 'zod/mini';
import { logFailure } from '@/lib/backend/log.ts';
import { ChannelStatus, openRealtime } from './realtime.ts';
import { accessToken } from '@/lib/backend/supabase.ts';

const Change = z.object({ table: z.string() });

/**
 * Clocks differ: messages from shortly before the page opened are requested too, at no cost if there are
 * none.
 */
const SLACK = 2 * 60_000;

type Listener = { onChange: (table: string) => void; onReturn: () => void };

/**
 * Reports which tables have something new for this patient, including changes while the page was loading.
 * After a lost connection only the latest message is replayed, so reconnecting is reported too.
 */
export async function followChanges(userId: string, { onChange, onReturn }: Listener): Promise<() => void> {
  const client = openRealtime(accessToken);
  // The first join must bring the token; realtime-js does not wait for it.
  await client.setAuth();
  let wasThere = false;
  const since = Math.floor(performance.timeOrigin) - SLACK;
  client
    .channel(`patient:${userId}`, { config: { private: true, broadcast: { replay: { since } } } })
    .on('broadcast', { event: 'change' }, ({ payload }) => {
      const change = Change.safeParse(payload);
      if (change.success) onChange(change.data.table);
    })
    .subscribe((status, error) => {
      if (error) logFailure('Live updates failed', error);
      if (status !== ChannelStatus.SUBSCRIBED) return;
      if (wasThere) onReturn();
      wasThere = true;
    });
  return () => {
    client.disconnect().catch((error: unknown) => logFailure('The connection did not end', error));
  };
}
