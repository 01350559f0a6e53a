import { MINUTE, type Instant } from '../time/instant.ts';

type Changeable = { startsAt: Instant; minimumNoticeMinutes: number };

/**
 * Until when a patient may move or cancel a call: as long before it as someone else could still book the
 * time.
 */
export const changeableUntil = ({ startsAt, minimumNoticeMinutes }: Changeable): Instant =>
  startsAt - minimumNoticeMinutes * MINUTE;

export const canChange = (call: Changeable, now: Instant): boolean => now <= changeableUntil(call);
