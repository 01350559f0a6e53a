import { MINUTE, type Instant } from '../time/instant.ts';

export const JOIN_MINUTES_BEFORE = 10;

export type CallTimes = { startsAt: Instant; endsAt: Instant };

export const canJoin = (call: CallTimes, now: Instant): boolean =>
  now >= joinableFrom(call) && now < call.endsAt;

/** When the result of `canJoin` changes next; undefined once the call is over. */
export function nextChange(call: CallTimes, now: Instant): Instant | undefined {
  return [joinableFrom(call), call.endsAt].find((moment) => moment > now);
}

const joinableFrom = (call: CallTimes): Instant => call.startsAt - JOIN_MINUTES_BEFORE * MINUTE;
