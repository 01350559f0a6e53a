import type { AppointmentTypeName, TeamPerson } from '@domain/contracts/team/team-people.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { CompactButton, compactLook } from '@/components/action/compact-button.tsx';
import { TextLink } from '@/components/action/link-button.tsx';
import { ROW } from '@/components/layout/rows.ts';
import { callsWords, roleWords, statusWords } from './words.ts';

export type PersonAct = 'edit' | 'role' | 'calls' | 'reset' | 'deactivate';
type Props = {
  person: TeamPerson;
  member: TeamSession;
  kinds: readonly AppointmentTypeName[];
  onAct: (act: PersonAct) => void;
};

const LABELS: Record<PersonAct, string> = {
  edit: 'Edit',
  role: 'Change role',
  calls: 'Calls',
  reset: 'Reset sign-in app',
  deactivate: 'Deactivate',
};

/**
 * No one changes their own role or factor. Administrators take no calls. Clinicians reset everyone except
 * administrators.
 */
function actsFor({ id, deactivatedAt, invitedAt, role }: TeamPerson, member: TeamSession): PersonAct[] {
  if (deactivatedAt || !invitedAt) return [];
  const isOneself = id === member.id;
  if (member.role !== 'administrator') return isOneself || role === 'administrator' ? [] : ['reset'];
  if (isOneself) return ['edit'];
  return role === 'administrator'
    ? ['edit', 'role', 'reset', 'deactivate']
    : ['edit', 'role', 'calls', 'reset', 'deactivate'];
}

export function PersonRow({ person, member, kinds, onAct }: Props) {
  const { id, name, email, role, deactivatedAt } = person;
  const calls = callsWords(person, kinds);
  const acts = actsFor(person, member);
  return (
    <li className={`${ROW} ${deactivatedAt ? 'text-soft' : ''}`}>
      <div className="min-w-0">
        <h2 className="font-sans text-[0.9375rem] font-semibold wrap-anywhere">
          {name}
          {id === member.id && <span className="font-normal text-soft"> (you)</span>}
        </h2>
        <p className="text-small wrap-anywhere text-soft">{email}</p>
      </div>
      <div className="min-w-0 text-small">
        <p>
          <b className="font-semibold">{roleWords(role)}</b>
          <span className="text-soft">{` · ${statusWords(person)}`}</span>
        </p>
        {calls && <p className="text-soft">{`Takes: ${calls}`}</p>}
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
      {deactivatedAt && role !== 'administrator' && member.role === 'administrator' && (
        <TextLink
          to={`/team/calendar?person=${id}`}
          data-item=""
          className={`w-fit ${compactLook('outline')}`}
        >
          Upcoming calls<span className="sr-only">{`: ${name}`}</span>
        </TextLink>
      )}
    </li>
  );
}
