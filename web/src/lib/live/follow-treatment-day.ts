import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { logFailure } from '@/lib/backend/log.ts';
import { onNetworkChange } from '@/lib/backend/network.ts';
import { sendTreatmentDay } from '@/lib/entries/send-treatment-day.ts';
import { treatmentDayQuery } from '@/lib/entries/treatment-day-query.ts';
import { onTreatmentDayChange } from '@/lib/entries/treatment-day.ts';

const AGAIN_AFTER = 60_000;

/** Keeps this device's and the clinic's timers in sync, wherever in the portal the patient is. */
export function followTreatmentDay(userId: string, queryClient: QueryClient): () => void {
  const send = () => {
    sendTreatmentDay(userId).catch((error: unknown) =>
      logFailure('Treatment-day events are waiting to be sent', error),
    );
  };
  send();
  const timer = setInterval(send, AGAIN_AFTER);
  // An observer makes live changes fetch it again.
  const endings = [
    new QueryObserver(queryClient, treatmentDayQuery(userId)).subscribe(() => undefined),
    onTreatmentDayChange(send),
    onNetworkChange(send),
  ];
  return () => {
    clearInterval(timer);
    for (const end of endings) end();
  };
}
