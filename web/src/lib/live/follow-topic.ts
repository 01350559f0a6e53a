import { logFailure } from '@/lib/backend/log.ts';
import { accessToken } from '@/lib/backend/supabase.ts';
import { ChannelStatus, openRealtime } from './realtime.ts';

/** Reports that something changed, never what; also after a lost connection. */
export async function followTopic(topic: string, onChange: () => void): Promise<() => void> {
  const client = openRealtime(accessToken);
  // The first join must bring the token; realtime-js does not wait for it.
  await client.setAuth();
  client
    .channel(topic, { config: { private: true } })
    .on('broadcast', { event: 'change' }, onChange)
    .subscribe((status, error) => {
      if (error) logFailure(`Live updates of ${topic.split(':', 2).join(':')} failed`, error);
      // Changes made in the meantime are requested.
      if (status === ChannelStatus.SUBSCRIBED) onChange();
    });
  return () => {
    client.disconnect().catch((error: unknown) => logFailure('The connection did not end', error));
  };
}
