import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';

export type CallAct = 'move' | 'give' | 'cancel' | 'outcome';

const LABELS: Record<CallAct, string> = {
  move: 'Reschedule',
  give: 'Reassign',
  cancel: 'Cancel call',
  outcome: 'Outcome',
};

const actsFor = ({ mayChange, mayTell }: CalendarAppointment): CallAct[] => [
  ...(mayChange ? (['move', 'give', 'cancel'] as const) : []),
  ...(mayTell ? (['outcome'] as const) : []),
];

type Props = {
  call: CalendarAppointment;
  /** The id of the element that names the call. */
  about: string;
  onAct: (act: CallAct) => void;
};

/** The actions for one call. */
export function CallActs({ call, about, onAct }: Props) {
  const acts = actsFor(call);
  if (acts.length === 0) return null;
  return (
    <div className="mt-1 flex flex-wrap gap-x-3">
      {acts.map((act) => (
        <button
          key={act}
          type="button"
          aria-describedby={about}
          onClick={() => onAct(act)}
          className="press min-h-7 text-left text-small font-semibold text-brand-ink underline-offset-3 hover:underline max-sm:min-h-11 max-sm:min-w-11"
        >
          {LABELS[act]}
        </button>
      ))}
    </div>
  );
}
