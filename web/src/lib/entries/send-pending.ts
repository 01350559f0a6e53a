import { logFailure } from '@/lib/backend/log.ts';
import { isOffline, onNetworkChange } from '@/lib/backend/network.ts';
import { pendingEntries } from './pending-store.ts';

const AGAIN_AFTER = 60_000;

/**
 * Sends waiting entries as soon as the clinic can be reached. Its code is loaded only if something is
 * waiting.
 */
export function watchPendingEntries(userId: string): () => void {
  const look = () => {
    if (pendingEntries(userId).some(({ refused }) => !refused))
      send(userId).catch((error: unknown) => logFailure('Pending entries could not be sent', error));
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
  const { sendPending } = await import('./pending-entries.ts');
  await sendPending(userId);
}
