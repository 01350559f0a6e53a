import { useId } from 'react';
import { Link } from 'wouter';
import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';
import { CALL_OUTCOME_WORDS } from '@domain/contracts/team/team-calls.ts';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { useMinute } from '@/lib/care-team/times.ts';
import { CallActs, type CallAct } from './call-acts.tsx';
import { lookOf } from './call-entry.tsx';
import { whenOf } from './words.ts';

type Props = {
  call: CalendarAppointment;
  zone: string;
  onAct: (act: CallAct) => void;
  onClose: () => void;
};

/** One call of the grid: its time, its patient, and the actions for it. */
export function CallDialog({ call, zone, onAct, onClose }: Props) {
  const about = useId();
  const { words } = lookOf(call, useMinute());
  const state = words ?? (call.outcome && CALL_OUTCOME_WORDS[call.outcome]);
  return (
    <Dialog open title="Call" onClose={onClose}>
      <div id={about} className="space-y-1">
        <Link
          href={`/team/patients/${call.patient.id}`}
          className="inline-flex min-h-11 items-center font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          {call.patient.name}
        </Link>
        <p className="tabular-nums">{whenOf(call, zone)}</p>
        <p className="text-soft">{`${call.kind} with ${call.host.name}`}</p>
        {state && <p className={words ? 'font-semibold text-learn' : ''}>{state}</p>}
      </div>
      <div className="mt-3">
        <CallActs {...{ call, about, onAct }} />
      </div>
    </Dialog>
  );
}
