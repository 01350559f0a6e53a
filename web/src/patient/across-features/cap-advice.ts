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
  const [results, events, customer] = await Promise.all([
    queryClient.fetchQuery(resultsQuery(userId)),
    queryClient.fetchQuery(outcomeEventsQuery(userId)),
    queryClient.fetchQuery(customerQuery(userId)),
  ]);
  const care = careOf({ results, events, status: customer?.status }, Date.now());
  return care?.surfaces.help.speaksOfCap ?? true;
}
