import { isoFromInstant, type Instant } from '../../../../domain/time/instant.ts';
import { localDate } from '../../../../domain/time/local.ts';

/** The moment of a test, and the day as the patient lived it: wherever they look at it later, it stays that day. */
export const takenWhere = (taken: Instant, zone: string) => ({
  taken_at: isoFromInstant(taken),
  taken_on: localDate(taken, zone),
  taken_zone: zone,
});
