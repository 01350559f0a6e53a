import { queryOptions } from '@tanstack/react-query';
import { TeamPeopleAnswer } from '@domain/contracts/team/team-people.ts';
import { callFunction } from '../backend/call-function.ts';
import { retryOnce } from '../backend/query-client.ts';

/** Everybody of the care team, also those who have left, and the kinds of calls that somebody can take. */
export const peopleQuery = () =>
  queryOptions({
    queryKey: ['team-people'],
    queryFn: ({ client, queryKey }) =>
      callFunction('team-people', {
        method: 'GET',
        answer: TeamPeopleAnswer,
        background: client.getQueryData(queryKey) !== undefined,
      }),
    // A window that comes to the front is no act of anybody's, and would keep a session that nobody uses.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: retryOnce,
  });
