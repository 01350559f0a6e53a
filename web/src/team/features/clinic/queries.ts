import { queryOptions } from '@tanstack/react-query';
import { TeamClinicAnswer } from '@domain/contracts/team/team-clinic.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

export const clinicQuery = queryOptions({
  queryKey: ['team-clinic'],
  queryFn: () => callFunction('team-clinic', { method: 'GET', answer: TeamClinicAnswer }),
  // Not refetched, so that an administrator's unsaved input stays.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: retryOnce,
});
