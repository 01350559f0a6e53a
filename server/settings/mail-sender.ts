import addressparser from 'nodemailer/lib/addressparser';
import { Email } from '../../domain/contracts/fields/email.ts';
import { addressOf } from '../../domain/notifications/appointment.ts';

export const isEmail = (text: string): boolean => Email.safeParse(text).success;

/**
 * One address, alone or after a name, that our email and calendar parsers read in the same way. Otherwise
 * emails would have no sender.
 */
export function isMailSender(text: string): boolean {
  const address = addressOf(text);
  const senders = addressparser(text);
  return (
    isEmail(address) && senders.length === 1 && 'address' in senders[0]! && senders[0].address === address
  );
}
