import { timeInZone, shortTime } from '../time/zoned-words.ts';
import { portalLink, type Appointment, type Sender } from './appointment.ts';

/** One or two sentences, in characters that fit 160 to a text, without the call's topic. */
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

/** The number in the format text services accept; undefined if it is invalid. */
export function textNumber(phone: string | null): string | undefined {
  const digits = phone?.replace(/[\s().-]/g, '') ?? '';
  return /^\+?\d{6,15}$/.test(digits) ? digits : undefined;
}
