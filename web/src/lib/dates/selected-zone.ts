import { deviceZone } from './device-zone.ts';

export const ZONE_PLACE = 'bea-zone';

/**
 * The zone that the patient selected on My Account, or the one that is kept of them where this device does not know its own; null follows
 * the device. Pages are also rendered where there is no storage.
 */
export const selectedZone = (): string | null =>
  typeof localStorage === 'undefined' ? null : localStorage.getItem(ZONE_PLACE);

/** What requests say. The server knows better than a device without a place. */
export const sentZone = (): string => selectedZone() ?? deviceZone();
