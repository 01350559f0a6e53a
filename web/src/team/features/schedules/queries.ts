import { queryOptions } from '@tanstack/react-query';
import { TeamSchedulesAnswer } from '@domain/contracts/team/team-schedules.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

export const schedulesQuery = queryOptions({
  queryKey: ['team-schedules'],
  queryFn: () => callFunction('team-schedules', { method: 'GET', answer: TeamSchedulesAnswer }),
  // Focusing the window isn't an act, and a refetch would keep an unused session alive.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: retryOnce,
});
