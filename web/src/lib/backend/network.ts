import { config } from './config.ts';

const PROBE_TIMEOUT_MS = 3_000;
const ASK_AGAIN = 5_000;

let asking: Promise<boolean> | undefined;

/**
 * Whether the clinic is out of reach. A browser that reports no network is not trusted right away: a local
 * server can still be reached, so it is checked.
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

/** Any response will do, even an opaque one. */
async function askClinic(): Promise<Response> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  return fetch(`${config().supabaseUrl}/health`, {
    method: 'HEAD',
    mode: 'no-cors',
    cache: 'no-store',
    signal,
  });
}

/** An offline browser does not report when a local server is back, so it is polled. */
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
