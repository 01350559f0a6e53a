import { clinicSays } from './clinic.ts';
import { telephone } from './telephone.ts';

/** To call for help, where the clinic has set the number. */
export function emergencyCall(): { label: string; href: string } | null {
  const number = clinicSays('emergencyNumber');
  return number ? { label: `Call ${number}`, href: telephone(number) } : null;
}
