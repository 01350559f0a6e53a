import { useEffect, useState } from 'react';
import type { Instant } from '@domain/time/instant.ts';

/** Timers count in 32 bits, about 24 days; nothing here needs to wait longer than a day at a time. */
const LONGEST_WAIT = 24 * 60 * 60 * 1000;

/** The current time, updated whenever `nextChange` says that something looks different. */
export function useNow(nextChange: (now: Instant) => Instant | undefined): Instant {
  const [now, setNow] = useState(Date.now);
  const next = nextChange(now);
  const wait = next === undefined ? undefined : Math.min(next - now, LONGEST_WAIT);
  useEffect(() => {
    if (wait === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), wait);
    return () => clearInterval(timer);
  }, [wait]);
  return now;
}
