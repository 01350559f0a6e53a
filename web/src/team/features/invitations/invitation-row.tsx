import type { InvitationState, InvitedPatient } from '@domain/contracts/team/team-invitations.ts';
import type { Instant } from '@domain/time/instant.ts';
import { longDay } from '@domain/time/words.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Badge, type BadgeTone } from '@/components/layout/badge.tsx';
import { ROW } from '@/components/layout/rows.ts';
import { kitWords } from '@/lib/care-team/kit-words.ts';
import { shortDayOf } from '@/lib/care-team/times.ts';
import { canMailAgain, mailWords, STATES } from './words.ts';

export type InvitationAct = 'send-again' | 'edit' | 'revoke' | 'correct' | 'kit';
type Props = {
  invited: InvitedPatient;
  timeZone: string;
  now: Instant;
  onAct: (act: InvitationAct) => void;
};

const LABELS: Record<InvitationAct, string> = {
  'send-again': 'Resend',
  edit: 'Edit details',
  correct: 'Edit email',
  kit: 'Kit',
  revoke: 'Revoke',
};
const TONES: Record<InvitationState, BadgeTone> = {
  'signed-in': 'complete',
  invited: 'brand',
  unused: 'other',
  revoked: 'other',
};

/** An address can be corrected until the first sign-in. A kit can be sent after it. */
function actsFor(invited: InvitedPatient, now: Instant): InvitationAct[] {
  if (invited.state === 'revoked') return [];
  if (invited.state === 'signed-in') return ['kit', 'edit', 'revoke'];
  const acts: InvitationAct[] = ['edit', 'correct', 'revoke'];
  return canMailAgain(invited, now) ? ['send-again', ...acts] : acts;
}

export function InvitationRow({ invited, timeZone, now, onAct }: Props) {
  const name = `${invited.firstName} ${invited.lastName}`;
  const birthDate = invited.contact?.birthDate;
  const acts = actsFor(invited, now);
  const facts = [
    `Invited ${shortDayOf(invited.invitedAt, timeZone, now).replace('Today', 'today')}`,
    invited.signedInAt
      ? `signed in ${shortDayOf(invited.signedInAt, timeZone, now).replace('Today', 'today')}`
      : mailWords(invited, timeZone, now),
    // Shown from the first sign-in on. A kit also needs both consents.
    invited.kit && kitWords(invited.kit, timeZone, now),
  ].filter(Boolean);
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <h2 className="font-sans text-[0.9375rem] font-semibold wrap-anywhere">{name}</h2>
        {birthDate && <p className="text-small text-soft tabular-nums">{`Born ${longDay(birthDate)}`}</p>}
        <p className="text-small wrap-anywhere text-soft">{invited.email}</p>
      </div>
      <div className="min-w-0 text-small">
        <Badge tone={TONES[invited.state]}>{STATES[invited.state]}</Badge>
        <p className="mt-1 text-soft tabular-nums">{facts.join(' · ')}</p>
      </div>
      {acts.length > 0 && (
        <fieldset aria-label={`Actions for ${name}`} className="flex flex-wrap gap-2">
          {acts.map((act, place) => (
            <CompactButton key={act} data-item={place === 0 ? '' : undefined} onClick={() => onAct(act)}>
              {LABELS[act]}
              <span className="sr-only">{`: ${name}`}</span>
            </CompactButton>
          ))}
        </fieldset>
      )}
    </li>
  );
}
