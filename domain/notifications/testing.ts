import { instantFromIso } from '../time/instant.ts';
import type { Appointment, Sender } from './appointment.ts';

export const SENDER: Sender = { siteUrl: 'https://portal.example.com', email: 'care@example.com' };

/** A call on a Wednesday morning in New York. */
export function anAppointment(
  changes: Partial<Appointment> = {},
  patient: Partial<Appointment['patient']> = {},
): Appointment {
  return {
    id: '3f1c2c64-98a4-4a5e-9f0e-1d2f3a4b5c6d',
    sequence: 0,
    name: 'Meet Your Clinical Coach',
    interactionType: 'video_call',
    startsAt: instantFromIso('2026-11-18T15:30:00Z'),
    endsAt: instantFromIso('2026-11-18T16:00:00Z'),
    host: { name: 'Marisol Vega', email: 'coach@example.com', timeZone: 'Europe/London' },
    patient: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phone: '+1 (555) 010-0199',
      wantsTexts: true,
      timeZone: 'America/New_York',
      ...patient,
    },
    ...changes,
  };
}
