import { config } from '@/lib/backend/config.ts';
import { clinicSays } from './clinic.ts';

/** Whether the clinic texts patients: it turned texts on, and its server can send them. */
export const sendsTexts = (): boolean =>
  config().contacts?.['noTexts'] !== true && clinicSays('texts') !== 'off';
