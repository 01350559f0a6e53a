import { useEffect } from 'react';
import { noteAct } from '@/lib/care-team/acts.ts';

const ACT_EVERY_MS = 30_000;

/** Somebody of the care team who is in a call is at work, also where they type and click nothing meanwhile. */
export function useStaffActs(isStaff: boolean): void {
  useEffect(() => {
    if (!isStaff) return undefined;
    noteAct();
    const timer = setInterval(noteAct, ACT_EVERY_MS);
    return () => clearInterval(timer);
  }, [isStaff]);
}
