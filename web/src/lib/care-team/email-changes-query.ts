import { queryOptions } from '@tanstack/react-query';
import { TeamEmailChangeAnswer } from '@domain/contracts/team/team-email-change.ts';
import { callFunction } from '../backend/call-function.ts';
import { retryOnce } from '../backend/query-client.ts';

/** Patients' email addresses that are being changed, for administrators and clinicians. */
export const emailChangesQuery = () =>
  queryOptions({
    queryKey: ['team-email-changes'],
    queryFn: async () =>
      (
        await callFunction('team-email-change', {
          method: 'GET',
          answer: TeamEmailChangeAnswer,
          background: true,
        })
      ).changes,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: retryOnce,
  });
