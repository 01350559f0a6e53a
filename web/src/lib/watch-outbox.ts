import { logFailure } from './log.ts';
import { onNetworkChange } from './network.ts';
import { waitingEntries } from './waiting-entries.ts';

const AGAIN_AFTER = 60_000;

/** Sends what waits as soon as the clinic can be reached. The code for it is brought only when something waits. */
export function watchOutbox(userId: string): () => void {
  const look = () => {
    if (!waitingEntries(userId).some(({ refused }) => !refused)) return;
    import('./outbox.ts')
      .then(({ sendWaiting }) => sendWaiting(userId))
      .catch((error: unknown) => logFailure('What waits could not be sent', error));
  };
  look();
  const timer = setInterval(look, AGAIN_AFTER);
  const leave = onNetworkChange(look);
  return () => {
    clearInterval(timer);
    leave();
  };
}
