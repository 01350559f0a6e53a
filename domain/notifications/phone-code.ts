import { PHONE_CODE_MINUTES } from '../account/phone-number.ts';
import { isoFromInstant, MINUTE, type Instant } from '../time/instant.ts';
import type { OutgoingNotification } from './booking-notifications.ts';

/** The number may be a stranger's, so the text says neither who asked nor which clinic sent it. */
export const phoneCodeText = (code: string): string =>
  `Your code is ${code}. It works for ${PHONE_CODE_MINUTES} minutes. If you didn't ask for it, ignore this text.`;

/** Sent only while the code works. */
export const phoneCode = (
  userId: string,
  phone: string,
  code: string,
  now: Instant,
): OutgoingNotification => ({
  key: `phone-code:${userId}:${isoFromInstant(now)}`,
  purpose: 'phone_code',
  channel: 'sms',
  recipient: phone,
  subject: null,
  text: phoneCodeText(code),
  html: null,
  attachments: [],
  sendAfter: null,
  sendBefore: now + PHONE_CODE_MINUTES * MINUTE,
});
