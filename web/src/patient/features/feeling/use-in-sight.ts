import { useEffect, useRef } from 'react';

/** Brings a card into sight as it appears. The first thing of a new page gets the focus too, at its heading. */
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
