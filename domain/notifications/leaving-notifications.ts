import { CODE_MINUTES } from '../account/leaving.ts';
import { DAY, isoFromInstant, MINUTE, type Instant } from '../time/instant.ts';
import { UNSET_CLINIC_ZONE } from '../time/zone.ts';
import {
  calendarAttachment,
  forHost,
  hostEvent,
  type OutgoingNotification,
  type Purpose,
} from './booking-notifications.ts';
import type { EmailContent } from './appointment-emails.ts';
import type { Appointment, Sender } from './appointment.ts';
import { hostFarewellEmail, leavingCodeEmail, leavingEmail, stayingEmail } from './leaving-emails.ts';

type Person = { userId: string; email: string; firstName: string | null };

/** Sent only while the code works. */
export const leavingCode = (person: Person, code: string, now: Instant): OutgoingNotification =>
  mailTo(person, 'deletion_code', leavingCodeEmail(code), {
    name: 'deletion-code',
    now,
    life: CODE_MINUTES * MINUTE,
  });

type Plan = { leavesAt: Instant; timeZone: string; sender: Sender; now: Instant };

export const leavingNotice = (
  person: Person,
  { leavesAt, timeZone, sender, now }: Plan,
): OutgoingNotification => {
  const { firstName } = person;
  const mail = leavingEmail({ firstName, leavesAt, timeZone, accountLink: `${sender.siteUrl}/account` });
  return mailTo(person, 'deletion', mail, { name: 'deletion-begins', now, life: leavesAt - now });
};

export const stayingNotice = (person: Person, now: Instant): OutgoingNotification =>
  mailTo(person, 'deletion', stayingEmail(person.firstName), { name: 'deletion-ends', now, life: 7 * DAY });

type Timing = { name: string; now: Instant; life: number };

const mailTo = (
  { userId, email }: Person,
  purpose: Purpose,
  mail: EmailContent,
  { name, now, life }: Timing,
): OutgoingNotification => ({
  key: `${name}:${userId}:${isoFromInstant(now)}`,
  purpose,
  channel: 'email',
  recipient: email,
  ...mail,
  attachments: [],
  sendAfter: null,
  sendBefore: now + life,
});

const NOBODY = {
  firstName: null,
  lastName: null,
  email: '',
  phone: null,
  wantsTexts: false,
  timeZone: UNSET_CLINIC_ZONE,
};

/**
 * Tells a host that a call is canceled because the patient deleted their account, without saying who it
 * was.
 */
export function farewellToHost(
  appointment: Omit<Appointment, 'patient'>,
  sender: Sender,
  now: Instant,
): OutgoingNotification {
  const nameless = { ...appointment, sequence: appointment.sequence + 1, patient: NOBODY };
  const event = { ...hostEvent(nameless), method: 'CANCEL' as const, with: 'a former patient' };
  const file = calendarAttachment(nameless, sender, event, now);
  return forHost(nameless, { name: 'farewell-host', mail: hostFarewellEmail(nameless), file });
}
