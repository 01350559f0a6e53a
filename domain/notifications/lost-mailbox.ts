import { isoFromInstant, MINUTE, type Instant } from '../time/instant.ts';
import { fullTime } from '../time/zoned-words.ts';
import { asText, type EmailContent } from './appointment-emails.ts';
import type { OutgoingNotification } from './booking-notifications.ts';
import { button, emailPage, panel, paragraph, smallPrint } from './page.ts';

/** How long the patient can stop it. The database has the same (private.agree_to_new_email). */
export const HOURS_TO_STOP = 72;

/** The old mailbox may be someone else's by now, so it doesn't learn the new address. */
export function emailWillChange(firstName: string | null, time: string, link: string): EmailContent {
  const subject = 'Your email address will change';
  const hello = firstName ? `Hello ${firstName},` : 'Hello,';
  const opening =
    'Your care team was asked to change the email address on your Béa account. You’ll sign in with the new address from:';
  const ask = 'If you asked for this, you don’t need to do anything. If you didn’t, stop it now:';
  const closing = 'Then reply to this email or call us. Someone may be trying to get into your account.';
  return {
    subject,
    text: asText([hello, opening, time, ask, link, closing]),
    html: emailPage(subject, [
      paragraph(hello),
      paragraph(opening),
      panel(time, 'words'),
      paragraph(ask),
      button('Stop the change', link),
      smallPrint(closing),
    ]),
  };
}

/** A typo may have made it a stranger's mailbox, so it names no one. */
export function emailWillBeUsed(time: string): EmailContent {
  const subject = 'You can sign in with this address soon';
  const opening = 'This address will be the email address of a Béa account. You can sign in with it from:';
  const closing = 'If you don’t know why you got this email, reply to it and let us know.';
  return {
    subject,
    text: asText(['Hello,', opening, time, closing]),
    html: emailPage(subject, [
      paragraph('Hello,'),
      paragraph(opening),
      panel(time, 'words'),
      smallPrint(closing),
    ]),
  };
}

export const emailWillChangeText = (link: string): string =>
  `Béa: The email address on your account will change in ${HOURS_TO_STOP} hours. If you didn't ask for this, stop it: ${link}`;

type Change = {
  id: string;
  userId: string;
  email: string;
  newEmail: string;
  firstName: string | null;
  timeZone: string;
  /** Null if the patient gets no texts. */
  phone: string | null;
};
type Moment = { now: Instant; siteUrl: string; secret: string };

/** To the old and the new address, and by text. */
export function lostMailboxNotices(change: Change, { now, siteUrl, secret }: Moment): OutgoingNotification[] {
  const changesAt = now + HOURS_TO_STOP * 60 * MINUTE;
  const time = fullTime(changesAt, change.timeZone);
  // After the #, so that no server or proxy writes it down.
  const link = `${siteUrl}/stop-email-change#${secret}`;
  const common = { purpose: 'security' as const, attachments: [], sendAfter: null, sendBefore: changesAt };
  const key = (to: string) => `email-change:${change.id}:${to}:${isoFromInstant(now)}`;
  const email = (to: 'old' | 'new', recipient: string, content: EmailContent): OutgoingNotification => ({
    ...common,
    key: key(to),
    channel: 'email',
    recipient,
    ...content,
  });
  return [
    email('old', change.email, emailWillChange(change.firstName, time, link)),
    email('new', change.newEmail, emailWillBeUsed(time)),
    ...(change.phone === null
      ? []
      : [
          {
            ...common,
            key: key('text'),
            channel: 'sms' as const,
            recipient: change.phone,
            subject: null,
            text: emailWillChangeText(link),
            html: null,
          },
        ]),
  ];
}
