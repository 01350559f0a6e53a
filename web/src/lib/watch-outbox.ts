import { logFailure } from './log.ts';
import { waitingEntries } from './waiting-entries.ts';

const AGAIN_AFTER = 60_000;

/** Sends what waits as soon as there is a network. The code for it is brought only when something waits. */
export function watchOutbox(userId: string): () => void {
  const look = () => {
    if (!navigator.onLine || !waitingEntries(userId).some(({ refused }) => !refused)) return;
    import('./outbox.ts')
      .then(({ sendWaiting }) => sendWaiting(userId))
      .catch((error: unknown) => logFailure('What waits could not be sent', error));
  };
  look();
  const timer = setInterval(look, AGAIN_AFTER);
  window.addEventListener('online', look);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', look);
  };
}
