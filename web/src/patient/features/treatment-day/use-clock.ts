import { useEffect, useState } from 'react';
import type { Instant } from '@domain/time/instant.ts';

const SECOND = 1_000;

/** The time, updated every second, and when the device wakes up or the page is shown again. */
export function useClock(): Instant {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, SECOND);
    const events = ['visibilitychange', 'focus', 'pageshow'] as const;
    for (const event of events) window.addEventListener(event, tick, true);
    return () => {
      clearInterval(timer);
      for (const event of events) window.removeEventListener(event, tick, true);
    };
  }, []);
  return now;
}
