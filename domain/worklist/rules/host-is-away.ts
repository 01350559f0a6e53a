import { DAY } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

/** From a week before the call. */
export const HOST_AWAY_BEFORE = 7 * DAY;

/** A call that was booked before its host was away. The office sees it too, because it may settle it as well. */
export const hostIsAway: PatientRule = {
  id: 'host-is-away',
  title: 'Host is away',
  owner: 'coach',
  find: ({ calls, officeCallsHostAway }, { now }) =>
    [
      ...calls.filter(({ isHostAway }) => isHostAway).map((call) => ({ ...call, owner: 'coach' as const })),
      ...officeCallsHostAway.map((call) => ({ ...call, owner: 'administrator' as const })),
    ]
      .filter(({ at }) => at > now && at - HOST_AWAY_BEFORE <= now)
      .map(({ id, at, owner }) => ({
        factId: id,
        since: at - HOST_AWAY_BEFORE,
        dueAt: at - DAY,
        owner,
        why: 'The host is away during this call. Reassign, reschedule or cancel it.',
      })),
};
