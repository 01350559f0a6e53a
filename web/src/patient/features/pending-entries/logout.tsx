import { useState } from 'react';
import { Button, type ButtonLook } from '@/components/action/button.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { logFailure } from '@/lib/backend/log.ts';
import { useUser } from '@/lib/backend/session.ts';
import { signOut } from '@/lib/backend/supabase.ts';
import { pendingEntries } from '@/lib/entries/pending-store.ts';

/** Signing out empties the device, so what waits is sent first, and what cannot be sent is asked about. */
export function Logout({ look = 'outline', className }: { look?: ButtonLook; className?: string }) {
  const { id: userId } = useUser();
  const [state, setState] = useState<'idle' | 'leaving' | 'asking'>('idle');

  async function logout() {
    setState('leaving');
    await sendWhatWaits(userId);
    if (pendingEntries(userId).length > 0) setState('asking');
    else leave();
  }

  function leave() {
    setState('leaving');
    // The guard follows the session to /auth.
    void signOut().finally(() => setState('idle'));
  }

  return (
    <>
      <Button look={look} busy={state === 'leaving'} className={className} onClick={() => void logout()}>
        Logout
      </Button>
      <Dialog
        open={state === 'asking'}
        onClose={() => setState('idle')}
        title="Log out now?"
        footer={
          <>
            <Button look="outline" onClick={leave}>
              Log out anyway
            </Button>
            <Button onClick={() => setState('idle')}>Stay signed in</Button>
          </>
        }
      >
        <p>
          Some entries have not been sent yet. They are kept on this device only, and logging out removes
          them.
        </p>
      </Dialog>
    </>
  );
}

async function sendWhatWaits(userId: string): Promise<void> {
  if (pendingEntries(userId).length === 0) return;
  try {
    const { sendPending } = await import('@/lib/entries/pending-entries.ts');
    await sendPending(userId);
  } catch (error) {
    logFailure('What waits could not be sent', error);
  }
}
