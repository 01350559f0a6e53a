import { emailPage, panel, paragraph, smallPrint } from '../../domain/notifications/page.ts';
import type { Message } from './mailer.ts';

/**
 * Only the code: nothing to click, count or load. A locked phone shows bystanders an email's subject and
 * first line, so the subject is discreet and has no code, and a sentence comes before the digits.
 */
export function signInCodeMail(code: string, minutes: number, forTeam = false): Omit<Message, 'to'> {
  const subject = 'Your sign-in code';
  const opening = `You asked to sign in to ${forTeam ? 'the Béa team workspace' : 'Béa'} with this email address. Enter the code below on the sign-in page, where you asked for it.`;
  const life = `The code works once, for ${minutes} minutes.`;
  const care = `If you didn’t ask for it, you can ignore this email. No one can sign in without the code. We’ll never ask you for it by phone or message.`;
  return {
    subject,
    text: [opening, code, life, care, 'Béa'].join('\n\n') + '\n',
    html: emailPage(subject, [paragraph(opening), panel(code, 'digits'), paragraph(life), smallPrint(care)]),
    code,
  };
}
