import { ArrowRight, Clock } from 'lucide-react';
import { Link } from 'wouter';
import { CAP_IN } from '@domain/copy/treatment-day.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { wallClock } from '@domain/treatment-day/show-time.ts';
import { capWearing } from '@domain/treatment-day/treatment-day.ts';
import { deviceZone } from '@/lib/dates/device-zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { useTreatmentDay } from '@/lib/entries/treatment-day.ts';

/**
 * While a cap is in, its removal is one tap away from every page, whatever the state or the safety check. Over the page rather
 * than in it, so that nothing moves.
 */
export default function CapInPlace({ userId, path }: { userId: string; path: string }) {
  const now = useNow((moment) => (Math.floor(moment / MINUTE) + 1) * MINUTE);
  const cap = capWearing(useTreatmentDay(userId), now);
  if (path === '/treatment-day' || cap.state === 'not-started' || cap.state === 'removed') return null;
  const isDue = cap.state !== 'in-place';
  return (
    <aside
      id="cap-in-place"
      aria-label={CAP_IN.title}
      className="pointer-events-none fixed inset-x-4 bottom-4 z-30 flex justify-center"
    >
      <Link
        href="/treatment-day"
        className={`press pointer-events-auto flex min-h-14 w-full max-w-md items-center gap-3.5 rounded-card px-5 py-2.5 shadow-float ${
          isDue ? 'bg-danger text-on-danger' : 'bg-brand text-on-brand'
        }`}
      >
        <Clock aria-hidden="true" strokeWidth={1.75} className="size-6 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{isDue ? CAP_IN.due : CAP_IN.title}</span>
          <span className="block text-small">
            {isDue ? CAP_IN.limit : CAP_IN.outBy} {wallClock(cap.endsAt, now, deviceZone())}
          </span>
        </span>
        <ArrowRight aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
      </Link>
    </aside>
  );
}
