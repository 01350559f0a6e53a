import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { careOf, statusAfter } from '@/patient/features/outcomes/care.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';

export const prefetchCare = ({ id }: Pick<SignedInUser, 'id'>) =>
  Promise.all([
    queryClient.prefetchQuery(customerQuery(id)),
    queryClient.prefetchQuery(resultsQuery(id)),
    queryClient.prefetchQuery(outcomeEventsQuery(id)),
  ]);

/** The patient's care state, for pages that differ by it. Null while unknown. */
export function useCare() {
  const user = useUser();
  const [now] = useState(Date.now);
  const customer = useQuery(customerQuery(user.id));
  const results = useQuery(resultsQuery(user.id));
  const events = useQuery(outcomeEventsQuery(user.id));
  useFailureLog(events.error, 'The reported outcomes did not load');
  const loaded = { results: results.data, events: events.data, status: customer.data?.status };
  const care = careOf(loaded, now);
  return {
    care,
    isPending: !care && [customer, results, events].some((query) => query.isPending && !query.isPaused),
    statusAfter: (test: Parameters<typeof statusAfter>[1]) => statusAfter(loaded, test, Date.now()),
  };
}
