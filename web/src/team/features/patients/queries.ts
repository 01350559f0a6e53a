import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TeamCoachesAnswer } from '@domain/contracts/team/team-coaches.ts';
import { TeamPatientAnswer } from '@domain/contracts/team/team-patient.ts';
import { TeamPatientsAnswer } from '@domain/contracts/team/team-patients.ts';
import type * as z from 'zod/mini';
import { callFunction } from '@/lib/backend/call-function.ts';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

// A window that comes to the front is no act of anyone's, and would keep a session that no one uses.
const asked = { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: retryOnce } as const;

/** A page of the list; `query` is the address's own, as the function reads it. */
export const patientsQuery = (query: string) =>
  queryOptions({
    queryKey: ['team-patients', query],
    queryFn: () =>
      callFunction(query ? `team-patients?${query}` : 'team-patients', {
        method: 'GET',
        answer: TeamPatientsAnswer,
      }),
    // While someone types, what was found stays until the next is there.
    placeholderData: keepPreviousData,
    ...asked,
  });

/** `background`: something in it changed while it was open, and no one did anything here. */
export const patientQuery = (id: string, { background = false } = {}) =>
  queryOptions({
    queryKey: ['team-patient', id],
    queryFn: () =>
      callFunction(`team-patient?${new URLSearchParams({ id, cycles: 'newest' })}`, {
        method: 'GET',
        answer: TeamPatientAnswer,
        background,
      }),
    ...asked,
  });

/** The whole timeline, which is loaded when an older cycle is unfolded. */
export const timelineQuery = (id: string, { background = false } = {}) =>
  queryOptions({
    queryKey: [...patientQuery(id).queryKey, 'timeline'],
    queryFn: async () => {
      const answer = await callFunction(`team-patient?${new URLSearchParams({ id })}`, {
        method: 'GET',
        answer: TeamPatientAnswer,
        background,
      });
      return answer.access === 'record' ? answer.timeline : [];
    },
    // A record that is opened again begins with what is true then.
    gcTime: 0,
    ...asked,
  });

export const coachesQuery = () =>
  queryOptions({
    queryKey: ['team-coaches'],
    queryFn: async () =>
      (await callFunction('team-coaches', { method: 'GET', answer: TeamCoachesAnswer })).coaches,
    staleTime: 5 * 60_000,
    ...asked,
  });

/** For what a page reads by itself. */
export function useSessionCheck(error: Error | null): void {
  useEffect(() => checkSession(error), [error]);
}

type Answer = z.output<typeof TeamPatientAnswer>;
export type WholeRecord = Extract<Answer, { access: 'record' }>;
export type AdministrativeRecord = Extract<Answer, { access: 'administration' }>;
