import { queryOptions } from '@tanstack/react-query';
import { TeamPeopleAnswer } from '@domain/contracts/team/team-people.ts';
import { callFunction } from '../backend/call-function.ts';
import { retryOnce } from '../backend/query-client.ts';

/** Everyone on the care team, including people who have left, and the call types. */
export const peopleQuery = () =>
  queryOptions({
    queryKey: ['team-people'],
    queryFn: ({ client, queryKey }) =>
      callFunction('team-people', {
        method: 'GET',
        answer: TeamPeopleAnswer,
        background: client.getQueryData(queryKey) !== undefined,
      }),
    // A window coming to the front is not activity, and would keep an unused session alive.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: retryOnce,
  });
