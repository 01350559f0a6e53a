import * as z from 'zod/mini';
import { logFailure } from './log.ts';
import { openRealtime } from './realtime.ts';
import { accessToken } from './supabase.ts';

const Change = z.object({ table: z.string() });

/** Clocks differ: what was said a little before the page was opened is asked for too, and costs nothing if it was nothing. */
const SLACK = 2 * 60_000;

/** Hears which tables hold something new for this patient. What was missed on the way, or while away, is told on coming back. */
export async function followChanges(userId: string, onChange: (table: string) => void): Promise<() => void> {
  const client = openRealtime(accessToken);
  // The first join must bring the token; realtime-js does not wait for it.
  await client.setAuth();
  const since = Math.floor(performance.timeOrigin) - SLACK;
  client
    .channel(`patient:${userId}`, { config: { private: true, broadcast: { replay: { since } } } })
    .on('broadcast', { event: 'change' }, ({ payload }) => {
      const change = Change.safeParse(payload);
      if (change.success) onChange(change.data.table);
    })
    .subscribe((_status, error) => {
      if (error) logFailure('Changes cannot be followed', error);
    });
  return () => {
    client.disconnect().catch((error: unknown) => logFailure('The connection did not end', error));
  };
}
