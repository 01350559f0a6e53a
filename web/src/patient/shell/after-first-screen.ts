/** Loaded once the first screen is there: what it does without, and what must open without a network later. */
import '@/patient/features/pending-entries/leave-dialog.tsx';
import '@/patient/features/pending-entries/pending-list.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { followTreatmentDay } from '@/lib/live/follow-treatment-day.ts';
import { watchTimers as watchEndings } from '@/lib/live/watch-timers.ts';

export { CapInPlace } from '@/patient/features/treatment-day/cap-in-place.tsx';

export function watchTimers(userId: string): () => void {
  const endings = [watchEndings(userId), followTreatmentDay(userId, queryClient)];
  return () => {
    for (const end of endings) end();
  };
}
