import { queryOptions } from '@tanstack/react-query';
import { MaybeInSight } from '@domain/contracts/team/in-sight.ts';
import { callFunction } from '../backend/call-function.ts';

/** Someone whose record is not open to the reader is a name, and what tells two of the same name apart. */
export type ShownPatient = { name: string; email?: string } & MaybeInSight;

/** Nothing of someone whose record is not open to the reader, and for administrators. */
export const inSightQuery = (id: string) =>
  queryOptions({
    queryKey: ['team-patient', id, 'who'],
    queryFn: () =>
      callFunction(`team-patient?${new URLSearchParams({ id, part: 'who' })}`, {
        method: 'GET',
        answer: MaybeInSight,
        background: true,
      }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
