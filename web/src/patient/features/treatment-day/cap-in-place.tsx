import { ArrowRight, Clock } from 'lucide-react';
import { Link } from 'wouter';
import { PINNED } from '@domain/copy/next-step.ts';
import { CAP_IN } from '@domain/copy/treatment-day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { leftInShort } from '@domain/treatment-day/show-time.ts';
import { capWearing, hoursIn } from '@domain/treatment-day/treatment-day.ts';
import { clockTime, localDay, weekday } from '@/lib/dates/dates.ts';
import { useTreatmentDay } from '@/lib/entries/treatment-day.ts';

type Props = { userId: string; path: string; now: Instant };

/**
 * While a cap is in, its removal is one tap away on every page, in every state, whatever the safety check
 * says.
 */
export function CapInPlace({ userId, path, now }: Props) {
  const cap = capWearing(useTreatmentDay(userId), now);
  if (path === '/treatment-day' || cap.state === 'not-started' || cap.state === 'removed') return null;
  const isDue = cap.state !== 'in-place';
  const title =
    cap.state === 'overdue'
      ? CAP_IN.overdue(hoursIn(cap.endsAt, now))
      : cap.state === 'due'
        ? CAP_IN.due
        : CAP_IN.title;
  return (
    <aside aria-label={CAP_IN.title} className="flex w-full justify-center">
      <Link
        href="/treatment-day"
        className={`press pointer-events-auto flex min-h-14 w-full max-w-md items-center gap-3 rounded-card px-4 py-2.5 shadow-float ${
          isDue ? 'bg-danger text-on-danger' : 'bg-brand text-on-brand'
        }`}
      >
        <Clock aria-hidden="true" strokeWidth={1.75} className="size-6 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          <span className="block text-small">
            {isDue
              ? `${PINNED.takeOut}. ${limitWas(cap.endsAt, now)}`
              : `${PINNED.left(leftInShort(cap.left))}. ${CAP_IN.outBy} ${clockTime(cap.endsAt)}`}
          </span>
        </span>
        <ArrowRight aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
      </Link>
    </aside>
  );
}

/** In this device's local time, without a zone, and short, because it is one line on a phone. */
const limitWas = (at: Instant, now: Instant) =>
  localDay(at) === localDay(now) ? `${CAP_IN.limit} ${clockTime(at)}` : PINNED.dueSince(weekday(at));
