import { isTimeZone } from '@domain/time/zone.ts';
import { config } from '@/lib/backend/config.ts';
import { clinicSays } from './clinic.ts';

/** The zone of the clinic's hours, where it has set one; else they are those of the patient's own clock. */
export function coachZone(): string | null {
  const zone = clinicSays('coachTimeZone');
  return isTimeZone(zone) ? zone : null;
}

/** Somebody answers outside the clinic's hours too. */
export const isOnDuty = (): boolean =>
  String(config().contacts?.['onDuty'] ?? import.meta.env['VITE_ON_DUTY']) === 'true';
