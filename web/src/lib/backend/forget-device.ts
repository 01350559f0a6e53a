import { noteLeaving } from './keep-on-device.ts';
import { KEPT_EMAIL } from './kept-email.ts';

/** Everything we keep in the browser beyond a visit has a name with this prefix. */
const OURS = 'bea-';
const DRAFTS = `${OURS}draft:`;

/** What the names of a person's half-filled forms begin with. */
export const draftsOf = (userId: string): string => `${DRAFTS}${userId}:`;

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

/** After a session expired someone else may sign in here: the previous person's input is not theirs. */
export function forgetDraftsOfOthers(userId: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(DRAFTS) && !key.startsWith(draftsOf(userId))) sessionStorage.removeItem(key);
  } catch {
    // Blocked storage holds no drafts.
  }
}
