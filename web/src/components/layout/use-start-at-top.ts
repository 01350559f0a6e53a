import { useEffect, useRef } from 'react';

/** For the main part of the page. A new page starts at its top, for the eye and for the screen reader alike. */
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
