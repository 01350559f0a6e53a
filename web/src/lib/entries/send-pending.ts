import { logFailure } from '@/lib/backend/log.ts';
import { isOffline, onNetworkChange } from '@/lib/backend/network.ts';
import { waitingEntries } from './pending-store.ts';

const AGAIN_AFTER = 60_000;

/** Sends what waits as soon as the clinic can be reached. The code for it is brought only when something waits. */
export function watchOutbox(userId: string): () => void {
  const look = () => {
    if (waitingEntries(userId).some(({ refused }) => !refused))
      send(userId).catch((error: unknown) => logFailure('What waits could not be sent', error));
  };
  look();
  const timer = setInterval(look, AGAIN_AFTER);
  const leave = onNetworkChange(look);
  return () => {
    clearInterval(timer);
    leave();
  };
}

async function send(userId: string): Promise<void> {
  if (await isOffline()) return;
  const { sendWaiting } = await import('./pending-entries.ts');
  await sendWaiting(userId);
}
