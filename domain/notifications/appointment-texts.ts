import { timeInZone, shortTime } from '../time/zoned-words.ts';
import { portalLink, type Appointment, type Sender } from './appointment.ts';

/** One or two sentences, in letters that a text holds 160 of, without what the call is about. */
export const confirmationText = (appointment: Appointment, sender: Sender): string =>
  `Béa: your call is booked for ${when(appointment)}. ${portalLink(sender)}`;

export const dayReminderText = (appointment: Appointment, sender: Sender): string =>
  `Béa: a reminder of your call on ${when(appointment)}. ${portalLink(sender)}`;

export const startReminderText = (appointment: Appointment, sender: Sender): string =>
  `Béa: your call starts at ${timeInZone(appointment.startsAt, appointment.patient.timeZone)}. ${portalLink(sender)}`;

export const moveText = (appointment: Appointment, sender: Sender): string =>
  `Béa: your call has moved to ${when(appointment)}. ${portalLink(sender)}`;

export const givenText = (appointment: Appointment, sender: Sender): string =>
  `Béa: your call on ${when(appointment)} will be with someone else from the team. ${portalLink(sender)}`;

export const cancellationText = (appointment: Appointment, sender: Sender): string =>
  `Béa: your call on ${when(appointment)} is canceled. ${portalLink(sender)}`;

const when = (appointment: Appointment) => shortTime(appointment.startsAt, appointment.patient.timeZone);

/** The number as text services take it; undefined where it cannot be one. */
export function textNumber(phone: string | null): string | undefined {
  const digits = phone?.replace(/[\s().-]/g, '') ?? '';
  return /^\+?\d{6,15}$/.test(digits) ? digits : undefined;
}
