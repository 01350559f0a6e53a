import { currentToast, dismissToast } from '@/components/feedback/toast-store.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { lock } from '@/lib/care-team/lock.ts';
import { refusalIn } from '@/lib/care-team/refusal.ts';

/** Hides everything right away, and makes the server refuse this session until it is unlocked. */
export function lockScreen(): void {
  const shown = currentToast();
  if (shown) dismissToast(shown.id);
  if (!lock()) return; // another tab did it first
  callFunction('team-lock').catch((error: unknown) => {
    // The server's own clock locks the session within the next minute.
    if (!refusalIn(error)) logFailure('The lock was not reported', error);
  });
}
