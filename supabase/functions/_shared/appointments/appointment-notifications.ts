import type { OutgoingNotification } from '../../../../domain/notifications/booking-notifications.ts';
import { addressOf, type Sender } from '../../../../domain/notifications/appointment.ts';
import { isoFromInstant } from '../../../../domain/time/instant.ts';
import type { FunctionContext } from '../request/context.ts';

/** PostgreSQL's error code if another booking was faster. */
export const OVERLAPS = '23P01';

export const senderOf = ({ portal }: Pick<FunctionContext, 'portal'>): Sender => ({
  siteUrl: portal.siteUrl,
  email: addressOf(portal.mailFrom),
});

/** A message in the form that the procedures for appointments put into the outbox. */
export const messageRow = (message: OutgoingNotification) => ({
  key: message.key,
  purpose: message.purpose,
  channel: message.channel,
  recipient: message.recipient,
  subject: message.subject,
  body_text: message.text,
  body_html: message.html,
  attachments: message.attachments,
  send_after: message.sendAfter && isoFromInstant(message.sendAfter),
  send_before: isoFromInstant(message.sendBefore),
});
