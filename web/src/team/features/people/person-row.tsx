import type { KindOfCall, TeamPerson } from '@domain/contracts/team-people.ts';
import type { TeamSession } from '@domain/contracts/team-session.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { callsWords, roleWords, standingWords } from './words.ts';

export type PersonAct = 'role' | 'calls' | 'reset' | 'deactivate';
type Props = {
  person: TeamPerson;
  member: TeamSession;
  kinds: readonly KindOfCall[];
  onAct: (act: PersonAct) => void;
};

const LABELS: Record<PersonAct, string> = {
  role: 'Change role',
  calls: 'Calls',
  reset: 'Reset factor',
  deactivate: 'Deactivate',
};

/** Nobody changes their own role or factor; calls are for those who sit with patients. */
function actsFor({ id, deactivatedAt, invitedAt, role }: TeamPerson, member: TeamSession): PersonAct[] {
  if (deactivatedAt || !invitedAt || id === member.id) return [];
  return role === 'administrator'
    ? ['role', 'reset', 'deactivate']
    : ['role', 'calls', 'reset', 'deactivate'];
}

export function PersonRow({ person, member, kinds, onAct }: Props) {
  const { id, name, email, role, deactivatedAt } = person;
  const calls = callsWords(person, kinds);
  const acts = actsFor(person, member);
  return (
    <li
      className={`grid gap-x-4 gap-y-2 border-b border-line px-4.5 py-3.5 last:border-b-0 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.4fr)_auto] lg:items-center ${
        deactivatedAt ? 'text-soft' : ''
      }`}
    >
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
          <span className="text-soft">{` · ${standingWords(person)}`}</span>
        </p>
        {calls && <p className="text-soft">{`Takes: ${calls}`}</p>}
      </div>
      {acts.length > 0 && (
        <fieldset aria-label={`Actions for ${name}`} className="flex flex-wrap gap-2">
          {acts.map((act, place) => (
            <CompactButton key={act} {...(place === 0 && { 'data-item': '' })} onClick={() => onAct(act)}>
              {LABELS[act]}
              <span className="sr-only">{`: ${name}`}</span>
            </CompactButton>
          ))}
        </fieldset>
      )}
    </li>
  );
}
