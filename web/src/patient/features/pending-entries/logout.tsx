import { lazy, Suspense, useState } from 'react';
import { Button, type ButtonLook } from '@/components/action/button.tsx';
import { logFailure } from '@/lib/backend/log.ts';
import { useUser } from '@/lib/backend/session.ts';
import { signOut } from '@/lib/backend/supabase.ts';
import { pendingEntries } from '@/lib/entries/pending-store.ts';

const LeaveDialog = lazy(() => import('./leave-dialog.tsx'));

/**
 * Signing out empties the device. Pending entries are sent first, and the patient is asked about those that
 * can't be sent.
 */
export function Logout({ look = 'outline', className }: { look?: ButtonLook; className?: string }) {
  const { id: userId } = useUser();
  const [state, setState] = useState<'idle' | 'leaving' | 'asking'>('idle');
  const [wasAsked, setWasAsked] = useState(false);

  async function logout() {
    setState('leaving');
    await sendWhatWaits(userId);
    if (pendingEntries(userId).length === 0) return leave();
    setState('asking');
    setWasAsked(true);
  }

  function leave() {
    setState('leaving');
    // The guard leads to /auth when the session ends.
    void signOut().finally(() => setState('idle'));
  }

  return (
    <>
      <Button look={look} busy={state === 'leaving'} className={className} onClick={() => void logout()}>
        Logout
      </Button>
      {wasAsked && (
        <Suspense>
          <LeaveDialog open={state === 'asking'} onLeave={leave} onStay={() => setState('idle')} />
        </Suspense>
      )}
    </>
  );
}

async function sendWhatWaits(userId: string): Promise<void> {
  if (pendingEntries(userId).length === 0) return;
  try {
    const { sendPending } = await import('@/lib/entries/pending-entries.ts');
    await sendPending(userId);
  } catch (error) {
    logFailure('Pending entries could not be sent', error);
  }
}
