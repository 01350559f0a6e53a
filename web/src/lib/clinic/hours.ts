import { isTimeZone } from '@domain/time/zone.ts';
import { clinicSays } from './clinic.ts';

/** The zone of the clinic's hours, if set; otherwise they are in the patient's own time. */
export function coachZone(): string | null {
  const zone = clinicSays('clinicTimeZone');
  return isTimeZone(zone) ? zone : null;
}
