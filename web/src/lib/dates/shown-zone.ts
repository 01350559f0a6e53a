import { isNoPlace } from '@domain/time/place.ts';
import { clinicZone } from '@/lib/clinic/hours.ts';
import { deviceZone } from './device-zone.ts';
import { selectedZone } from './selected-zone.ts';

/** Whether this device says where it is. */
export const knowsItsPlace = (): boolean => !isNoPlace(deviceZone());

/** The zone in which the portal shows times, if it is not this device's own. */
export const otherZone = (): string | null => selectedZone() ?? (knowsItsPlace() ? null : clinicZone());

/** The zone in which the portal shows times. */
export const shownZone = (): string => otherZone() ?? deviceZone();
