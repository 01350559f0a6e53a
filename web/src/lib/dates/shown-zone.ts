import { isTimeZone } from '@domain/time/zone.ts';
import { keepOnDevice } from '@/lib/backend/keep-on-device.ts';
import { createStorageChanges } from '@/lib/entries/storage-changes.ts';
import { deviceZone } from './device-zone.ts';

const PLACE = 'bea-zone';

export const zoneChanges = createStorageChanges();

/** The zone that the patient selected on My Account; null follows the device. Pages are also rendered where there is no storage. */
export const selectedZone = (): string | null =>
  typeof localStorage === 'undefined' ? null : localStorage.getItem(PLACE);

/** The zone in which the portal shows times. */
export const shownZone = (): string => selectedZone() ?? deviceZone();

export function showTimesIn(userId: string, zone: string | null): void {
  if (zone === selectedZone()) return;
  if (zone === null) localStorage.removeItem(PLACE);
  else if (isTimeZone(zone)) keepOnDevice(userId, PLACE, zone);
  zoneChanges.notify();
}
