import { deviceZone } from './device-zone.ts';

export const ZONE_PLACE = 'bea-zone';

/** The zone that the patient selected on My Account; null follows the device. Pages are also rendered where there is no storage. */
export const selectedZone = (): string | null =>
  typeof localStorage === 'undefined' ? null : localStorage.getItem(ZONE_PLACE);

/** The zone in which the portal shows times. */
export const shownZone = (): string => selectedZone() ?? deviceZone();
