import type { Instant } from '@domain/time/instant.ts';
import { countdown, leftInWords, wallClock } from '@domain/treatment-day/show-time.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';

type Props = { words: string; endsAt: Instant; left: number; whole: number; now: Instant };

/** The remaining time and the end. Screen readers hear it every minute, not every second. */
export function Running({ words, endsAt, left, whole, now }: Props) {
  return (
    <div>
      <p aria-hidden="true" className="font-display text-5xl font-medium tabular-nums">
        {countdown(left)}
      </p>
      <p role="timer" aria-live="off" className="sr-only">
        {leftInWords(left)} left
      </p>
      <progress aria-hidden="true" max={whole} value={whole - left} className={bar} />
      <p className="mt-3 font-semibold">
        {words} {wallClock(endsAt, now, shownZone())}
      </p>
    </div>
  );
}

const bar =
  'mt-4 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line ' +
  '[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-brand [&::-moz-progress-bar]:bg-brand';
