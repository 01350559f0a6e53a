import { timeInZone, shortTime } from '../time/zoned-words.ts';
import { portalLink, type Call, type Sender } from './appointment.ts';

/** One or two sentences, in letters that a text holds 160 of, without what the call is about. */
export const confirmationText = (call: Call, sender: Sender): string =>
  `Béa: your call is booked for ${when(call)}. ${portalLink(sender)}`;

export const dayReminderText = (call: Call, sender: Sender): string =>
  `Béa: a reminder of your call on ${when(call)}. ${portalLink(sender)}`;

export const startReminderText = (call: Call, sender: Sender): string =>
  `Béa: your call starts at ${timeInZone(call.startsAt, call.patient.timeZone)}. ${portalLink(sender)}`;

export const moveText = (call: Call, sender: Sender): string =>
  `Béa: your call has moved to ${when(call)}. ${portalLink(sender)}`;

export const cancellationText = (call: Call, sender: Sender): string =>
  `Béa: your call on ${when(call)} is cancelled. ${portalLink(sender)}`;

const when = (call: Call) => shortTime(call.startsAt, call.patient.timeZone);

/** The number as text services take it; undefined where it cannot be one. */
export function textNumber(phone: string | null): string | undefined {
  const digits = phone?.replace(/[\s().-]/g, '') ?? '';
  return /^\+?\d{6,15}$/.test(digits) ? digits : undefined;
}
