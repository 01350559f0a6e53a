import { setTimeout as pause } from 'node:timers/promises';

const WAIT_MS = 1_000;
/** Each waiting one is a request in memory. */
const MAX_WAITING = 1_000;

/**
 * Refusing thousands at once leaves no time to serve anyone: a refusal is delayed for a moment, and may not be needed by
 * then. Beyond the maximum of delayed ones, requests are refused immediately.
 */
export function createSecondLook(waitMs = WAIT_MS, maxWaiting = MAX_WAITING): () => Promise<void> {
  let waiting = 0;
  return async () => {
    if (waiting >= maxWaiting) return;
    waiting += 1;
    await pause(waitMs);
    waiting -= 1;
  };
}
