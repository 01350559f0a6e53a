import type { TeamRole } from '@domain/contracts/team/team-session.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { accessToken } from '@/lib/backend/supabase.ts';
import { ChannelStatus, openRealtime } from './realtime.ts';

/** What happens to patients is for those who care for them; the office hears of its own things. */
const topicOf = (role: TeamRole) => (role === 'administrator' ? 'team:office' : 'team:today');

/** Hears that something of the team's day changed, never what; also after the connection was lost. */
export async function followTeam(role: TeamRole, onChange: () => void): Promise<() => void> {
  const client = openRealtime(accessToken);
  // The first join must bring the token; realtime-js does not wait for it.
  await client.setAuth();
  client
    .channel(topicOf(role), { config: { private: true } })
    .on('broadcast', { event: 'change' }, onChange)
    .subscribe((status, error) => {
      if (error) logFailure('Today cannot be followed', error);
      // What changed while nobody listened is asked for.
      if (status === ChannelStatus.SUBSCRIBED) onChange();
    });
  return () => {
    client.disconnect().catch((error: unknown) => logFailure('The connection did not end', error));
  };
}
