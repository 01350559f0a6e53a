import { dataOf, rpc } from '@/lib/backend/database.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { deviceZone } from '@/lib/dates/device-zone.ts';
import { timeZoneQuery } from './queries.ts';

const KEPT = 'portal-zone';

/**
 * A signed-in visit reports its browser's zone once per tab. A zone selected on My Account wins, on this
 * device too. The database decides.
 */
export async function keepZone(userId: string): Promise<void> {
  const here = `${userId} ${deviceZone()}`;
  try {
    if (sessionStorage.getItem(KEPT) === here) return;
    dataOf(await rpc('keep_my_time_zone', { p_zone: deviceZone() }));
    await queryClient.fetchQuery(timeZoneQuery(userId));
    sessionStorage.setItem(KEPT, here);
  } catch (error) {
    logFailure('The time zone could not be kept', error);
  }
}
