import { useState } from 'react';
import type { CalendarAppointment, CalendarPerson } from '@domain/contracts/team/team-calendar.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { arrowKeys } from '@/components/layout/move-by-arrow.ts';
import type { CallAct } from './call-acts.tsx';
import { CallEntry } from './call-entry.tsx';
import { ReassignAllDialog } from './reassign-all-dialog.tsx';
import { whenOf } from './words.ts';

type Props = {
  calls: readonly CalendarAppointment[];
  person: CalendarPerson;
  zone: string;
  onAct: (act: CallAct, call: CalendarAppointment) => void;
};

/**
 * All upcoming calls whose host is away or has left, until each is dealt with, including colleagues' calls
 * that Today lists as 'Host is away'.
 */
export function Unsettled({ calls, person, zone, onAct }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  // The dialog still shows its message when the last call is gone.
  if (calls.length === 0 && !isOpen) return null;
  const isOwn = calls.every(({ host }) => host.id === person.id);
  const why = !isOwn
    ? 'The host is away then.'
    : person.hasLeft
      ? `${person.name} has left.`
      : `${person.name} is away then.`;
  return (
    <section
      className="mt-4 overflow-clip rounded-card border border-line bg-card shadow-card"
      aria-label="Calls that need a new plan"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-3 py-2.5">
        <div>
          <h2 className="font-sans text-[0.9375rem] font-semibold">
            {calls.length === 1 ? '1 call needs a new plan' : `${calls.length} calls need a new plan`}
          </h2>
          <p className="text-small text-soft">{`${why} Reschedule, reassign or cancel each one.`}</p>
        </div>
        <CompactButton onClick={() => setIsOpen(true)}>Reassign all to …</CompactButton>
      </div>
      <ul {...arrowKeys}>
        {calls.map((call) => (
          <CallEntry
            key={call.id}
            call={call}
            when={whenOf(call, zone)}
            namesHost={call.host.id !== person.id}
            onAct={(act) => onAct(act, call)}
          />
        ))}
      </ul>
      {isOpen && <ReassignAllDialog {...{ calls, zone }} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
