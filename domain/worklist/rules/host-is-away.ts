import { DAY, type Instant } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

/** From a week before the call. */
export const HOST_AWAY_BEFORE = 7 * DAY;

/** A call that was booked before its host was away. The office sees it too, because it may settle it as well. */
export const hostIsAway: PatientRule = {
  id: 'host-is-away',
  title: 'Host is away',
  owner: 'coach',
  find: ({ calls, officeCallsHostAway }, { now }) => {
    const isSoon = ({ at }: { at: Instant }) => at > now && at - HOST_AWAY_BEFORE <= now;
    return [
      ...calls.filter((call) => call.isHostAway && isSoon(call)).map(askOf('coach')),
      ...officeCallsHostAway.filter(isSoon).map(askOf('administrator')),
    ];
  },
};

const askOf =
  <Owner extends string>(owner: Owner) =>
  ({ id, at }: { id: string; at: Instant }) => ({
    factId: id,
    since: at - HOST_AWAY_BEFORE,
    dueAt: at - DAY,
    owner,
    why: 'The host is away during this call. Reassign, reschedule or cancel it.',
  });
