import { config } from './config.ts';

const PROBE_TIMEOUT_MS = 3_000;
const ASK_AGAIN = 5_000;

let asking: Promise<boolean> | undefined;

/**
 * Whether the clinic is out of reach. A browser that reports no network is not believed at once: a server on the same
 * machine, or in a network of its own, can still be reached, so it is asked.
 */
export async function isOffline(): Promise<boolean> {
  if (navigator.onLine) return false;
  asking ??= askClinic()
    .then(
      () => false,
      () => true,
    )
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

/** Any answer will do, also one that another origin may not read. */
async function askClinic(): Promise<Response> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  return fetch(`${config().supabaseUrl}/health`, {
    method: 'HEAD',
    mode: 'no-cors',
    cache: 'no-store',
    signal,
  });
}

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
