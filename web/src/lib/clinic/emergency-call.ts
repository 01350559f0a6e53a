import { GET_HELP } from '@domain/copy/get-help.ts';
import { clinicSays } from './clinic.ts';
import { telephone } from './telephone.ts';

/** To call for help, where the clinic has set the number. */
export function emergencyCall(): { label: string; href: string } | null {
  const number = clinicSays('emergencyNumber');
  return number ? { label: GET_HELP.button(number), href: telephone(number) } : null;
}
