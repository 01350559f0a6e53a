import { isTimeZone } from '@domain/time/zone.ts';
import { keepOnDevice } from '@/lib/backend/keep-on-device.ts';
import { createStorageChanges } from '@/lib/entries/storage-changes.ts';
import { selectedZone, ZONE_PLACE } from './selected-zone.ts';

export const zoneChanges = createStorageChanges();

export function showTimesIn(userId: string, zone: string | null): void {
  if (zone === selectedZone()) return;
  if (zone === null) localStorage.removeItem(ZONE_PLACE);
  else if (isTimeZone(zone)) keepOnDevice(userId, ZONE_PLACE, zone);
  zoneChanges.notify();
}
