/** Everything we keep in the browser for longer than a visit has a name that begins so. */
const OURS = 'bea-';

/** When somebody signs out by hand, nothing of theirs stays: neither what waits to be sent, nor timers, nor choices, nor which pictures and pages were opened. */
export function forgetDevice(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(OURS)) localStorage.removeItem(key);
  // jsdom and pages without TLS have no service workers.
  navigator.serviceWorker?.controller?.postMessage('forget-opened');
}
