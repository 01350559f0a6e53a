import { useQuery } from '@tanstack/react-query';
import { Moon } from 'lucide-react';
import { unreadWords } from '@domain/coach/reply-promise.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { Notice } from '@/components/feedback/notice.tsx';
import { coachZone } from '@/lib/clinic/hours.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { dutyQuery } from './duty-query.ts';

/** Before and after sending: outside the clinic's hours no one is there, unless someone is on duty. */
export function UnreadNotice() {
  const now = useNow((moment) => (Math.floor(moment / MINUTE) + 1) * MINUTE);
  const zone = shownZone();
  const { data, isLoading } = useQuery(dutyQuery);
  const words = isLoading || data?.onDuty ? null : unreadWords(now, zone, coachZone() ?? zone);
  if (!words) return null;
  return (
    <Notice>
      <p className="flex gap-3 font-semibold">
        <Moon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
        {words}
      </p>
    </Notice>
  );
}
