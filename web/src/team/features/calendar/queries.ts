import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { TeamCalendarAnswer } from '@domain/contracts/team/team-calendar.ts';
import { TeamPatientsAnswer } from '@domain/contracts/team/team-patients.ts';
import { TeamSlotsAnswer } from '@domain/contracts/team/team-slots.ts';
import { InstantText, Line } from '@domain/contracts/fields/sizes.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { ASK_AGAIN_MS } from '@/lib/care-team/today-query.ts';
import * as z from 'zod/mini';

// Focusing the window isn't an act, and a refetch would keep an unused session alive.
const asked = { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: retryOnce } as const;

/**
 * `query` comes from the address, in the function's format. Live updates show what patients book, move and
 * cancel meanwhile.
 */
export const calendarQuery = (query: string) =>
  queryOptions({
    queryKey: ['team-calendar', query],
    queryFn: () =>
      callFunction(query ? `team-calendar?${query}` : 'team-calendar', {
        method: 'GET',
        answer: TeamCalendarAnswer,
        background: true,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
    refetchIntervalInBackground: true,
    ...asked,
  });

/** Times for a call, or people who could take one. Never cached, because someone may book one meanwhile. */
export const slotsQuery = (query: Record<string, string> | null) =>
  queryOptions({
    queryKey: ['team-slots', query],
    queryFn: () =>
      callFunction(`team-slots?${new URLSearchParams(query!)}`, { method: 'GET', answer: TeamSlotsAnswer }),
    enabled: query !== null,
    gcTime: 0,
    ...asked,
  });

export const foundPatientsQuery = (search: string) =>
  queryOptions({
    queryKey: ['team-patients', 'to book', search],
    queryFn: () =>
      callFunction(`team-patients?${new URLSearchParams({ search })}`, {
        method: 'GET',
        answer: TeamPatientsAnswer,
      }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    ...asked,
  });

const Born = z.optional(z.object({ birthDate: z.nullable(InstantText) }));
const Named = z.object({
  id: z.guid(),
  name: Line,
  email: Line,
  /** Omitted if the caller can't open the record, and for administrators. */
  profile: z.optional(z.object({ timeZone: z.nullable(Line), identity: Born })),
  /** Only administrators see it here. */
  identity: Born,
  alerts: z.optional(z.array(z.object({ id: z.guid(), text: Line }))),
});

/** The patient for a record's 'Book a call'. */
export const patientToBookQuery = (id: string) =>
  queryOptions({
    queryKey: ['team-patient', id, 'to book'],
    queryFn: () =>
      callFunction(`team-patient?${new URLSearchParams({ id, cycles: 'newest' })}`, {
        method: 'GET',
        answer: Named,
      }),
    ...asked,
  });
