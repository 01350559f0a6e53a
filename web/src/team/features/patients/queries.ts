import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TeamCoachesAnswer } from '@domain/contracts/team/team-coaches.ts';
import { TeamPatientAnswer } from '@domain/contracts/team/team-patient.ts';
import { TeamPatientsAnswer } from '@domain/contracts/team/team-patients.ts';
import type * as z from 'zod/mini';
import { callFunction } from '@/lib/backend/call-function.ts';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

// Focusing the window isn't an act, and a refetch would keep an unused session alive.
const asked = { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: retryOnce } as const;

/** A page of the list. `query` comes from the address, in the function's format. */
export const patientsQuery = (query: string) =>
  queryOptions({
    queryKey: ['team-patients', query],
    queryFn: () =>
      callFunction(query ? `team-patients?${query}` : 'team-patients', {
        method: 'GET',
        answer: TeamPatientsAnswer,
      }),
    // While someone types, the previous result stays until the next one has loaded.
    placeholderData: keepPreviousData,
    ...asked,
  });

/** `background`: the open record changed, and no one did anything here. */
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

/** The whole timeline, loaded when an older cycle is expanded. */
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
    // A reopened record starts with fresh data.
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

/** For requests the page sends by itself. */
export function useSessionCheck(error: Error | null): void {
  useEffect(() => checkSession(error), [error]);
}

type Answer = z.output<typeof TeamPatientAnswer>;
export type WholeRecord = Extract<Answer, { access: 'record' }>;
export type AdministrativeRecord = Extract<Answer, { access: 'administration' }>;
