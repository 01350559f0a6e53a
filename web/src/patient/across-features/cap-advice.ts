import { pregnancyKnown, type PregnancyKnown } from '@domain/care-state/pregnancy-known.ts';
import { isCapIn } from '@domain/treatment-day/treatment-day.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { treatmentDay } from '@/lib/entries/treatment-day.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { careOf } from '@/patient/features/outcomes/care.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery } from '@/patient/features/results/queries.ts';

/** Whether urgent advice mentions a cap: if one is in, or may be in this care state. */
export async function speaksOfCap(userId: string): Promise<boolean> {
  if (isCapIn(treatmentDay(userId))) return true;
  return (await careNow(userId))?.surfaces.help.speaksOfCap ?? true;
}

/** How bleeding is spoken of in this care state. */
export async function pregnancyOf(userId: string): Promise<PregnancyKnown> {
  const care = await careNow(userId);
  return care ? pregnancyKnown(care) : 'maybe';
}

async function careNow(userId: string) {
  const [results, events, customer] = await Promise.all([
    queryClient.fetchQuery(resultsQuery(userId)),
    queryClient.fetchQuery(outcomeEventsQuery(userId)),
    queryClient.fetchQuery(customerQuery(userId)),
  ]);
  return careOf({ results, events, status: customer?.status }, Date.now());
}
