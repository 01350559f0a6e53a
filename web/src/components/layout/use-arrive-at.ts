import { useEffect } from 'react';

/**
 * For a heading that a link leads to, `/account#test-results`: once its part is loaded, it is scrolled to
 * once and focused.
 */
export function useArriveAt(id: string, isReady: boolean): void {
  useEffect(() => {
    if (!isReady || location.hash !== `#${id}`) return undefined;
    // After the page that opens has gone to its top.
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(id);
      heading?.scrollIntoView();
      heading?.focus({ preventScroll: true });
      history.replaceState(history.state, '', location.pathname + location.search);
    });
    return () => cancelAnimationFrame(frame);
  }, [id, isReady]);
}
