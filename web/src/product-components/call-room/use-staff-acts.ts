import { useEffect } from 'react';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { hasStoredSession } from '@/lib/backend/stored-session.ts';
import { noteAct } from '@/lib/care-team/acts.ts';

const ACT_INTERVAL_MS = 60_000;

/**
 * A care team member in a call counts as active, even without typing or clicking and with no workspace tab
 * open.
 */
export function useStaffActs(isStaff: boolean): void {
  useEffect(() => {
    if (!isStaff) return undefined;
    // A host may be in a call with only its link, and have no session to keep alive.
    let hasSession = hasStoredSession();

    async function act() {
      noteAct();
      if (!hasSession) return;
      try {
        await callFunction('team-session');
      } catch (error) {
        if (isRefusal(error)) hasSession = false;
        else logFailure('An act in a call was not reported', error);
      }
    }

    void act();
    const timer = setInterval(() => void act(), ACT_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isStaff]);
}

/** Someone else's session, or one that doesn't count. */
const isRefusal = (error: unknown) => error instanceof AppError && [401, 403].includes(error.status);
