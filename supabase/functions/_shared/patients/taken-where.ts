import { isoFromInstant, type Instant } from '../../../../domain/time/instant.ts';
import { localDate } from '../../../../domain/time/local.ts';

/**
 * A test's moment, and its day in the patient's zone then. It keeps that day, wherever they look at it later.
 */
export const takenWhere = (taken: Instant, zone: string) => ({
  taken_at: isoFromInstant(taken),
  taken_on: localDate(taken, zone),
  taken_zone: zone,
});
