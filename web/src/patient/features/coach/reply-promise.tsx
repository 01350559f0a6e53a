import { Clock } from 'lucide-react';
import { promiseWords, replyWords } from '@domain/coach/reply-promise.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { zoneName } from '@domain/time/zone-name.ts';
import { clinicHours } from '@/lib/clinic/hours.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';

/** The promise, and what it means for a message written now. */
export function ReplyPromise() {
  const now = useNow(nextMinute);
  const zone = shownZone();
  const clinic = clinicHours();
  const [here, there] = [zoneName(zone, now), zoneName(clinic.zone, now)];
  return (
    <div className="flex gap-3.5 rounded-field bg-paper px-4 py-3.5">
      <Clock aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-brand" />
      <div className="min-w-0">
        <p className="font-semibold">{promiseWords(now, zone, clinic)}</p>
        <p className="mt-0.5 text-soft">{replyWords(now, zone, clinic)}</p>
        <p className="mt-0.5 text-small text-soft">
          {`Times in ${here}.`}
          {here !== there && ` Your coach works in ${there}.`}
        </p>
      </div>
    </div>
  );
}

const nextMinute = (now: number) => (Math.floor(now / MINUTE) + 1) * MINUTE;
