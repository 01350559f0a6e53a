import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '@/lib/backend/session.ts';
import { coachChanges, coachPlace, type OwnCoach } from './own-coach.ts';

/** Null for a patient without their own coach, and if it is unknown. */
export function useOwnCoach(): OwnCoach | null {
  const userId = useSession().user?.id;
  const text = useSyncExternalStore(
    coachChanges.subscribe,
    () => (userId === undefined ? null : localStorage.getItem(coachPlace(userId))),
    () => null,
  );
  return useMemo(() => coachIn(text), [text]);
}

function coachIn(text: string | null): OwnCoach | null {
  try {
    const coach = JSON.parse(text ?? 'null') as Partial<OwnCoach> | null;
    return typeof coach?.email === 'string' ? (coach as OwnCoach) : null;
  } catch {
    return null; // not written by us
  }
}
