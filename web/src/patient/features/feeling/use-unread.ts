import { useQuery } from '@tanstack/react-query';
import { unreadWords } from '@domain/coach/reply-promise.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { clinicHours } from '@/lib/clinic/hours.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { dutyQuery } from './duty-query.ts';

/** When someone will read it, outside the clinic's hours. Null if someone is on duty. */
export function useUnread(): string | null {
  const now = useNow((moment) => (Math.floor(moment / MINUTE) + 1) * MINUTE);
  const zone = shownZone();
  const { data, isLoading } = useQuery(dutyQuery);
  return isLoading || data?.onDuty ? null : unreadWords(now, zone, clinicHours());
}
