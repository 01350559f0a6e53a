import { queryOptions } from '@tanstack/react-query';
import { TeamSchedulesAnswer } from '@domain/contracts/team/team-schedules.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

export const schedulesQuery = queryOptions({
  queryKey: ['team-schedules'],
  queryFn: () => callFunction('team-schedules', { method: 'GET', answer: TeamSchedulesAnswer }),
  // A window that comes to the front is no act of anyone's, and would keep a session that no one uses.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: retryOnce,
});
