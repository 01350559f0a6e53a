import * as z from 'zod/mini';
import { logFailure } from '@/lib/backend/log.ts';
import { ChannelStatus, openRealtime } from './realtime.ts';
import { accessToken } from '@/lib/backend/supabase.ts';

const Change = z.object({ table: z.string() });

/** Clocks differ: what was said a little before the page was opened is asked for too, and costs nothing if it was nothing. */
const SLACK = 2 * 60_000;

type Listener = { onChange: (table: string) => void; onReturn: () => void };

/**
 * Hears which tables hold something new for this patient, also what was said while the page was on its way. Of what was
 * said while the connection was lost only the newest is told again, so coming back is told too.
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
      if (error) logFailure('Changes cannot be followed', error);
      if (status !== ChannelStatus.SUBSCRIBED) return;
      if (wasThere) onReturn();
      wasThere = true;
    });
  return () => {
    client.disconnect().catch((error: unknown) => logFailure('The connection did not end', error));
  };
}
