import { afterEach, expect, test } from 'vitest';
import type { OutcomeEvent } from '@domain/care-state/facts.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { noteTreatmentDay } from '@/lib/entries/treatment-day.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { speaksOfCap } from './cap-advice.ts';

const ROBIN = 'a4e7a1c2-93c0-4a53-8a06-2f1f5b1c0a11';
const LOSS: OutcomeEvent = {
  id: 'loss',
  kind: 'loss',
  day: '2026-11-03',
  receivedAt: 0,
  cycle: 1,
  until: null,
  resolvedTo: null,
  byTeam: false,
};

function known(...events: OutcomeEvent[]): void {
  queryClient.setQueryData(resultsQuery(ROBIN).queryKey, []);
  queryClient.setQueryData(outcomeEventsQuery(ROBIN).queryKey, events);
  queryClient.setQueryData(customerQuery(ROBIN).queryKey, null);
}

afterEach(() => {
  localStorage.clear();
  queryClient.clear();
});

test('in treatment, urgent advice mentions a cap', async () => {
  known();
  expect(await speaksOfCap(ROBIN)).toBe(true);
});

test.each(['positive', 'unclear'])(
  'after a test that is %s it does not, unless a cap is in',
  async (result) => {
    known();
    queryClient.setQueryData(resultsQuery(ROBIN).queryKey, [
      {
        id: 'test',
        type: 'PREGNANCY',
        result,
        takenOn: '2026-11-03',
        takenAt: 0,
        loggedAt: 0,
        cycle: 1,
      },
    ]);
    expect(await speaksOfCap(ROBIN)).toBe(false);
    noteTreatmentDay(ROBIN, 'cap-in');
    expect(await speaksOfCap(ROBIN)).toBe(true);
  },
);

test('after a loss it does not, unless a cap is in', async () => {
  known(LOSS);
  expect(await speaksOfCap(ROBIN)).toBe(false);
  noteTreatmentDay(ROBIN, 'cap-in');
  expect(await speaksOfCap(ROBIN)).toBe(true);
});
