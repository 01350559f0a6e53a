import { Globe } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Instant } from '@domain/time/instant.ts';

// A phone's first name takes a sixth of a second, so it comes behind the first screen, on a line that is kept.
const ZoneName = lazy(() => import('./zone-name.tsx'));

type Props = { zone: string; at: Instant; className?: string; children?: ReactNode };

/** The zone of the times next to it, by its everyday name. */
export function TimezoneBox({ zone, at, className = '', children }: Props) {
  return (
    <div className={`flex gap-3 rounded-field bg-paper px-4 py-3.5 text-small ${className}`}>
      <Globe aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-brand" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">Your timezone</p>
        <p>
          <Suspense fallback={'\u00a0'}>
            <ZoneName {...{ zone, at }} />
          </Suspense>
        </p>
        {children}
      </div>
    </div>
  );
}
