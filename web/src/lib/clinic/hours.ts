import { hoursFromSettings } from '@domain/coach/hours-settings.ts';
import type { ClinicHours } from '@domain/coach/clinic-hours.ts';
import { isTimeZone } from '@domain/time/zone.ts';
import { clinicSays } from './clinic.ts';

/** As an administrator set it; null until then. */
export function setClinicZone(): string | null {
  const zone = clinicSays('clinicTimeZone');
  return isTimeZone(zone) ? zone : null;
}

/** When the care team reads and replies, for what patients read of it. */
export const clinicHours = (): ClinicHours =>
  hoursFromSettings({
    clinicTimeZone: clinicSays('clinicTimeZone'),
    careHours: clinicSays('careHours'),
    careDays: clinicSays('careDays'),
    replyHours: clinicSays('replyHours'),
  });

/** The zone of the clinic's hours and due times. */
export const clinicZone = (): string => clinicHours().zone;
