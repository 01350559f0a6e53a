import { useEffect, useRef } from 'react';

/** For the page's main part. A new page starts at its top, for the eye and for screen readers. */
export function useStartAtTop(path: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);

  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);

  return main;
}
