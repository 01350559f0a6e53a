import { isTimeZone, UNSET_CLINIC_ZONE } from '@domain/time/zone.ts';
import { clinicSays } from './clinic.ts';

/** As an administrator set it; null until then. */
export function setClinicZone(): string | null {
  const zone = clinicSays('clinicTimeZone');
  return isTimeZone(zone) ? zone : null;
}

/** The zone of the clinic's hours and due times. */
export const clinicZone = (): string => setClinicZone() ?? UNSET_CLINIC_ZONE;
