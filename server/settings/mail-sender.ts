import addressparser from 'nodemailer/lib/addressparser';
import { Email } from '../../domain/contracts/fields/email.ts';
import { addressOf } from '../../domain/notifications/appointment.ts';

export const isEmail = (text: string): boolean => Email.safeParse(text).success;

/** One address, alone or after a name, that emails and calendars read the same way. With anything else, an email has no sender. */
export function isMailSender(text: string): boolean {
  const address = addressOf(text);
  const senders = addressparser(text);
  return (
    isEmail(address) && senders.length === 1 && 'address' in senders[0]! && senders[0].address === address
  );
}
