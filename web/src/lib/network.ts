/**
 * Whether the clinic is out of reach. A browser's word that there is no network is asked about once more, because a
 * server on the same machine, or in a network of its own, can be reached all the same.
 */
export async function isOffline(): Promise<boolean> {
  if (navigator.onLine) return false;
  return fetch('/health', { method: 'HEAD', cache: 'no-store' }).then(
    () => false,
    () => true,
  );
}

const ASK_AGAIN = 5_000;

/** A browser without a network does not say when a server that needs none is back, so that is looked at again and again. */
export function onNetworkChange(listener: () => void): () => void {
  const timer = setInterval(() => {
    if (!navigator.onLine) listener();
  }, ASK_AGAIN);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
