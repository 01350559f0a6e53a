import { addDays, type LocalDate } from '../time/day.ts';
import { DAY } from '../time/instant.ts';

export type KitFacts = {
  /** The care team pressed 'Send the kit'. */
  isAsked: boolean;
  hasAddress: boolean;
  /** The tracking link. Once there is one, the kit counts as sent. */
  trackingUrl: string | null;
  /** Null for kits sent before days were stored. */
  sentOn: LocalDate | null;
  hasArrived: boolean;
};
export type KitState = 'not-asked' | 'address-needed' | 'prepared' | 'sent' | 'late' | 'arrived';

/** A carrier takes up to a week. */
const DAYS_ON_ITS_WAY = 7;
/** From the start of the day it was sent. */
export const KIT_LATE_AFTER = (DAYS_ON_ITS_WAY + 1) * DAY;
const isLate = (sentOn: LocalDate | null, today: LocalDate): boolean =>
  sentOn !== null && today > addDays(sentOn, DAYS_ON_ITS_WAY);

export function kitState(kit: KitFacts, today: LocalDate): KitState {
  if (kit.hasArrived) return 'arrived';
  if (kit.trackingUrl !== null) return isLate(kit.sentOn, today) ? 'late' : 'sent';
  if (!kit.isAsked) return 'not-asked';
  return kit.hasAddress ? 'prepared' : 'address-needed';
}
