import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CompletedPhase } from '@domain/journey/progress.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { customerQuery, type Customer } from '@/patient/features/customer/queries.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery, type LoggedResult } from '@/patient/features/results/queries.ts';
import { useFlowPlace } from './use-flow-place.ts';

const ID = 'elena';
const AT = instantFromIso('2026-11-10T08:00:00Z');
const POSITIVE: LoggedResult = {
  id: 'positive',
  type: 'PREGNANCY',
  result: 'positive',
  cycle: 1,
  takenAt: AT,
  takenOn: '2026-11-10',
  loggedAt: AT,
};
const PREGNANT: Customer = {
  firstName: 'Elena',
  preferredName: null,
  lastName: 'Rossi',
  email: 'elena@example.com',
  status: 'Pregnant',
  trackingUrl: null,
  programmeName: null,
  coach: null,
};

/** No request is sent here. The test puts answers where the server's would be. */
beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, enabled: false } });
  setUser({ id: ID, email: 'elena@example.com' });
  queryClient.setQueryData(outcomeEventsQuery(ID).queryKey, []);
  queryClient.setQueryData(resultsQuery(ID).queryKey, [POSITIVE]);
});

afterEach(() => {
  cleanup();
  const { enabled: _, ...queries } = queryClient.getDefaultOptions().queries ?? {};
  queryClient.setDefaultOptions({ queries });
  queryClient.clear();
  setUser(null);
});

const open = () =>
  renderHook(() => useFlowPlace('before-treatment'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });

test.each([
  ['the record', () => queryClient.setQueryData(completedPhasesQuery(ID).queryKey, [] as CompletedPhase[])],
  ['the plan', () => queryClient.setQueryData(customerQuery(ID).queryKey, PREGNANT)],
])('whichever comes last, even %s, a pregnant patient is never shown the survey', async (_last, first) => {
  first();
  const { result } = open();
  expect(result.current).not.toBeNull();
  act(() => {
    queryClient.setQueryData(completedPhasesQuery(ID).queryKey, []);
    queryClient.setQueryData(customerQuery(ID).queryKey, PREGNANT);
  });
  await waitFor(() => expect(result.current).toBe('pregnant'));
});
