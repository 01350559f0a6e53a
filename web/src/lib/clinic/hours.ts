import { isTimeZone } from '@domain/time/zone.ts';
import { clinicSays } from './clinic.ts';

/** The zone of the clinic's hours, where it has set one; else they are those of the patient's own clock. */
export function coachZone(): string | null {
  const zone = clinicSays('clinicTimeZone');
  return isTimeZone(zone) ? zone : null;
}
