import { useEffect, useRef } from 'react';

/**
 * Scrolls a card into view when it appears. The first part of a new page also gets the focus, at its heading.
 */
export function useInSight(how: 'first' | 'appears' | 'quiet') {
  const region = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (how === 'quiet') return;
    if (how === 'first') heading.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: how === 'first' ? 'start' : 'nearest' });
  }, [how]);
  return { region, heading };
}
