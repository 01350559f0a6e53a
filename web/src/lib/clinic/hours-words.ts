import { zoneName } from '@domain/time/zone-name.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { clinicSays } from './clinic.ts';
import { setClinicZone } from './hours.ts';

/** The hours of the clinic's phone, with its zone for someone who lives in another. Empty if none are set. */
export function hoursWords(): string {
  const hours = clinicSays('clinicHours');
  const zone = setClinicZone();
  const now = Date.now();
  const isElsewhere = hours && zone && zoneName(zone, now) !== zoneName(shownZone(), now);
  return isElsewhere ? `${hours} (${zoneName(zone, now)})` : hours;
}
