import { queryOptions } from '@tanstack/react-query';
import { TeamAppointmentTypesAnswer } from '@domain/contracts/team/team-appointment-types.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

export const callTypesQuery = queryOptions({
  queryKey: ['team-appointment-types'],
  queryFn: () =>
    callFunction('team-appointment-types', { method: 'GET', answer: TeamAppointmentTypesAnswer }),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: retryOnce,
});
