import { queryOptions } from '@tanstack/react-query';
import { TeamOwnCalendarAnswer } from '@domain/contracts/team/team-own-calendar.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

/** The links between the reader's own calendar and their calls here. */
export const ownCalendarQuery = queryOptions({
  queryKey: ['team-own-calendar'],
  queryFn: () => callFunction('team-own-calendar', { method: 'GET', answer: TeamOwnCalendarAnswer }),
  retry: retryOnce,
});
