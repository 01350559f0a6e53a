import type { QueryClient } from '@tanstack/react-query';

const QUIET = 500;

/** Once: when all that was asked for has come, and a moment later nothing else has been. */
export function whenIdle(queryClient: QueryClient, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (queryClient.isFetching() === 0 && document.readyState === 'complete')
      timer = setTimeout(start, QUIET);
  };
  const start = () => {
    forget();
    if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 2_000 });
    else then(); // Safari
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(look);
  window.addEventListener('load', look);
  const forget = () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('load', look);
  };
  look();
  return forget;
}
