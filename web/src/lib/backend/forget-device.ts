import { noteLeaving } from './keep-on-device.ts';
import { KEPT_EMAIL } from './kept-email.ts';

/** Everything we keep in the browser beyond a visit has a name with this prefix. */
const OURS = 'bea-';

/**
 * Signing out manually removes everything of the patient's: pending entries, timers, choices, and which
 * pictures and pages were opened. Only an address that they asked us to remember stays.
 */
export function forgetDevice(): void {
  noteLeaving();
  for (const key of Object.keys(localStorage))
    if (key.startsWith(OURS) && !key.startsWith(KEPT_EMAIL)) localStorage.removeItem(key);
  // jsdom and pages without TLS have no service workers.
  navigator.serviceWorker?.controller?.postMessage('forget-opened');
}
