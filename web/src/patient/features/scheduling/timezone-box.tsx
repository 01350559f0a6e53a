import { Globe } from 'lucide-react';
import type { Instant } from '@domain/time/instant.ts';
import { zoneName } from '@domain/time/zone.ts';

type Props = { zone: string; from: Instant; until: Instant };

/** The zone's name as it is on the day that is shown, or both of its names when the clocks change on that day. */
export function TimezoneBox({ zone, from, until }: Props) {
  const names = new Set([zoneName(zone, from), zoneName(zone, until)]);
  return (
    <div className="mt-5 flex gap-3 rounded-field bg-paper px-4 py-3.5 text-small">
      <Globe aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-brand" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">Your timezone</p>
        <p>{`${[...names].join(', then ')} (${zone.replaceAll('_', ' ')})`}</p>
        <p className="mt-1 text-soft">All appointment times shown in your local timezone</p>
      </div>
    </div>
  );
}
