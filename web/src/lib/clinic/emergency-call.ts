import { crisisLineOf, emergencyNumberOf, type CrisisLine } from '@domain/coach/emergency-number.ts';
import { EMERGENCY_HELP } from '@domain/copy/emergency-signs.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { clinicSays } from './clinic.ts';
import { setClinicZone } from './hours.ts';
import { telephone } from '@domain/coach/telephone.ts';

/** Which numbers work: the clinic's zone says, or the patient's if the clinic set none. */
export const zoneOfNumbers = (): string => setClinicZone() ?? shownZone();

/** Empty if no number is known to work. */
export const emergencyNumber = (): string =>
  emergencyNumberOf(clinicSays('emergencyNumber'), zoneOfNumbers());

export const crisisLine = (): CrisisLine | null => crisisLineOf(clinicSays('crisisLine'), zoneOfNumbers());

/** How to get help now: by phone, or in words if there is no number. */
export function emergencyCall(): { label: string; href: string | null } {
  const number = emergencyNumber();
  return number
    ? { label: EMERGENCY_HELP.call(number), href: telephone(number) }
    : { label: EMERGENCY_HELP.noNumber, href: null };
}
