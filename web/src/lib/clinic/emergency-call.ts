import { crisisLineOf, emergencyNumberOf, type CrisisLine } from '@domain/coach/emergency-number.ts';
import { EMERGENCY_HELP } from '@domain/copy/emergency-signs.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { clinicSays } from './clinic.ts';
import { coachZone } from './hours.ts';
import { telephone } from './telephone.ts';

/** The clinic's zone, or the patient's if it has none: which numbers work, and when its day ends. */
export const clinicOrShownZone = (): string => coachZone() ?? shownZone();

/** Empty if no number is known to work. */
export const emergencyNumber = (): string =>
  emergencyNumberOf(clinicSays('emergencyNumber'), clinicOrShownZone());

export const crisisLine = (): CrisisLine | null =>
  crisisLineOf(clinicSays('crisisLine'), clinicOrShownZone());

/** How to get help now: by phone, or in words if there is no number. */
export function emergencyCall(): { label: string; href: string | null } {
  const number = emergencyNumber();
  return number
    ? { label: EMERGENCY_HELP.call(number), href: telephone(number) }
    : { label: EMERGENCY_HELP.noNumber, href: null };
}
