import type { InvitationState, InvitedPatient } from '@domain/contracts/team/team-invitations.ts';
import { DAY, instantFromIso, type Instant } from '@domain/time/instant.ts';
import { shortDayOf } from '@/lib/care-team/times.ts';

export const STATES: Record<InvitationState, string> = {
  invited: 'Invited',
  'signed-in': 'Signed in',
  unused: 'Unused',
  revoked: 'Revoked',
};

const MAIL_STATES = {
  sent: 'Mail sent',
  waiting: 'Mail waits to be sent',
  parked: 'Email not delivered',
  dropped: 'Mail not sent',
} as const;

/** 'Mail sent Nov 7', 'Email not delivered (550)', 'No mail was sent' */
export function mailWords({ mail, mailedAt }: InvitedPatient, zone: string, now: Instant): string {
  if (!mail || !mailedAt) return 'No mail was sent';
  const reason = mail.state === 'parked' && mail.reason ? ` (${mail.reason})` : '';
  const day = mail.state === 'sent' ? ` ${shortDayOf(mailedAt, zone, now).replace('Today', 'today')}` : '';
  return `${MAIL_STATES[mail.state]}${day}${reason}`;
}

/** A mail a day is enough. */
export const canMailAgain = ({ state, mailedAt }: InvitedPatient, now: Instant): boolean =>
  (state === 'invited' || state === 'unused') && (mailedAt === null || now - instantFromIso(mailedAt) >= DAY);
