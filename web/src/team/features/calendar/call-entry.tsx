import { useId } from 'react';
import { Link } from 'wouter';
import type { CalendarCall } from '@domain/contracts/team-calendar.ts';
import { CALL_OUTCOME_WORDS } from '@domain/contracts/team-calls.ts';
import { CallActs, type CallAct } from './call-acts.tsx';

type Props = { call: CalendarCall; when: string; onAct: (act: CallAct) => void };

/** One call in a day, or in the list of those that wait. */
export function CallEntry({ call, when, onAct }: Props) {
  const about = useId();
  return (
    <li className={`px-3 py-2.5 text-small ${call.unsettled ? 'bg-learn-soft' : ''}`}>
      <p id={about}>
        <span className="block font-semibold text-balance tabular-nums">{when}</span>
        <Link
          href={`/team/patients/${call.patient.id}`}
          data-item=""
          className="flex items-center font-semibold text-brand-ink underline-offset-4 wrap-anywhere hover:underline max-sm:min-h-11"
        >
          {call.patient.name}
        </Link>
        <span className="block text-soft">{call.kind}</span>
      </p>
      {call.unsettled && <p className="font-semibold text-learn">Cannot take place as it is</p>}
      {call.outcome && <p className="text-soft">{CALL_OUTCOME_WORDS[call.outcome]}</p>}
      <CallActs {...{ call, about, onAct }} />
    </li>
  );
}
