import type { InvitationState, InvitedPatient } from '@domain/contracts/team/team-invitations.ts';
import { DAY, instantFromIso, type Instant } from '@domain/time/instant.ts';
import { longDay } from '@domain/time/words.ts';
import { shortDayOf } from '@/lib/care-team/times.ts';

export const STATES: Record<InvitationState, string> = {
  invited: 'Invited',
  'signed-in': 'Signed in',
  unused: 'Unused',
  revoked: 'Revoked',
};

/** Two people with the same name are told apart by date of birth, else by email address. */
export const whoWords = ({ firstName, lastName, email, contact }: InvitedPatient): string =>
  `${firstName} ${lastName}, ${contact?.birthDate ? `born ${longDay(contact.birthDate)}` : email}`;

const MAIL_STATES = {
  sent: 'Email sent',
  waiting: 'Email waiting to be sent',
  parked: 'Email not delivered',
  dropped: 'Email not sent',
} as const;

/** 'Email sent Nov 7', 'Email not delivered (550)', 'No email sent' */
export function mailWords({ mail, mailedAt }: InvitedPatient, zone: string, now: Instant): string {
  if (!mail || !mailedAt) return 'No email sent';
  const reason = mail.state === 'parked' && mail.reason ? ` (${mail.reason})` : '';
  const day = mail.state === 'sent' ? ` ${shortDayOf(mailedAt, zone, now).replace('Today', 'today')}` : '';
  return `${MAIL_STATES[mail.state]}${day}${reason}`;
}

/** One email a day is enough. */
export const canMailAgain = ({ state, mailedAt }: InvitedPatient, now: Instant): boolean =>
  (state === 'invited' || state === 'unused') && (mailedAt === null || now - instantFromIso(mailedAt) >= DAY);
