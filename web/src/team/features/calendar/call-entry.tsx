import { Check } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';
import { CALL_OUTCOME_WORDS } from '@domain/contracts/team/team-calls.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { CallActs, type CallAct } from './call-acts.tsx';

type Props = {
  call: CalendarAppointment;
  when: string;
  onAct: (act: CallAct) => void;
  /** The host, if this is another person's calendar. */
  namesHost?: boolean;
};

/** Its background color, and the words with the same meaning. */
export function lookOf({ unsettled, outcome, mayTell, endsAt }: CalendarAppointment, now: Instant) {
  const isOver = instantFromIso(endsAt) <= now;
  if (unsettled) return { ground: 'border-dashed border-learn', words: 'Host is away' };
  if (outcome === 'took-place') return { ground: 'border-transparent bg-sage-soft', words: null };
  if (outcome !== null) return { ground: 'border-transparent bg-line', words: null };
  if (isOver && mayTell) return { ground: 'border-transparent bg-learn-soft', words: 'Outcome needed' };
  return { ground: isOver ? 'border-line' : 'border-transparent bg-task-soft', words: null };
}

/** One call of a day, or of the list of calls that need a new plan. */
export function CallEntry({ call, when, onAct, namesHost = false }: Props) {
  const about = useId();
  const { ground, words } = lookOf(call, useMinute());
  return (
    <li className={`m-1 rounded-lg border px-2 py-1.5 text-small leading-snug ${ground}`}>
      <p id={about}>
        <span className="block font-semibold text-balance tabular-nums">{when}</span>
        <Link
          href={`/team/patients/${call.patient.id}`}
          data-item=""
          className="flex items-center font-semibold text-brand-ink underline-offset-4 wrap-anywhere hover:underline max-sm:min-h-11"
        >
          {call.patient.name}
        </Link>
        <span className="block text-soft">{namesHost ? `${call.kind}, ${call.host.name}` : call.kind}</span>
      </p>
      {words && <p className="font-semibold text-learn">{words}</p>}
      {call.outcome && (
        <p className={`flex items-center gap-1 ${call.outcome === 'took-place' ? 'text-sage' : 'text-soft'}`}>
          {call.outcome === 'took-place' && <Check aria-hidden="true" className="size-3.5" strokeWidth={2} />}
          {CALL_OUTCOME_WORDS[call.outcome]}
        </p>
      )}
      <CallActs {...{ call, about, onAct }} />
    </li>
  );
}
