/** Everything we keep in the browser for longer than a visit has a name that begins so. */
const OURS = 'bea-';

/** When somebody signs out by hand, nothing of theirs stays: neither what waits to be sent, nor timers, nor choices. */
export function forgetDevice(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(OURS)) localStorage.removeItem(key);
}
