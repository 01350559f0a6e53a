import type { ClinicHours } from '@domain/coach/clinic-hours.ts';
import { hoursFromSettings } from '@domain/coach/hours-settings.ts';
import { isTimeZone, UNSET_CLINIC_ZONE } from '@domain/time/zone.ts';
import { clinicSays } from './clinic.ts';

/** As an administrator set it; null until then. */
export function setClinicZone(): string | null {
  const zone = clinicSays('clinicTimeZone');
  return isTimeZone(zone) ? zone : null;
}

/** The zone of the clinic's hours and due times. */
export const clinicZone = (): string => setClinicZone() ?? UNSET_CLINIC_ZONE;

/** When the care team reads and replies, for what patients read of it. */
export const clinicHours = (): ClinicHours =>
  hoursFromSettings({
    clinicTimeZone: clinicZone(),
    careHours: clinicSays('careHours'),
    careDays: clinicSays('careDays'),
    replyHours: clinicSays('replyHours'),
  });
