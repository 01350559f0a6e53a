import { useState } from 'react';
import type { CalendarAbsence } from '@domain/contracts/team/team-calendar.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { absenceWords } from './words.ts';

type ListProps = {
  absences: readonly CalendarAbsence[];
  /** The person who is away. A clinician's patients need no one else. */
  isCoach: boolean;
  zone: string;
};

/** This week's absences and all upcoming ones. */
export function Absences({ absences, isCoach, zone }: ListProps) {
  const [removed, setRemoved] = useState<CalendarAbsence | null>(null);
  if (absences.length === 0) return null;
  return (
    <section className="mt-6" aria-label="Absences">
      <h2 className="font-sans text-[0.9375rem] font-semibold">Absences</h2>
      <ul className="mt-2 divide-y divide-line overflow-clip rounded-card border border-line bg-card shadow-card">
        {absences.map((absence) => (
          <li
            key={absence.id}
            className="flex flex-wrap items-center justify-between gap-3 px-4.5 py-3 text-small"
          >
            <p>
              <b className="font-semibold">{absenceWords(absence, zone)}</b>
              <span className="text-soft">
                {absence.coveredBy
                  ? ` · covered by ${absence.coveredBy.name}`
                  : isCoach && ' · all coaches can see the patients'}
              </span>
            </p>
            <CompactButton onClick={() => setRemoved(absence)}>
              Remove<span className="sr-only">{`: ${absenceWords(absence, zone)}`}</span>
            </CompactButton>
          </li>
        ))}
      </ul>
      {removed && <RemoveDialog absence={removed} zone={zone} onClose={() => setRemoved(null)} />}
    </section>
  );
}

type Props = { absence: CalendarAbsence; zone: string; onClose: () => void };

function RemoveDialog({ absence, zone, onClose }: Props) {
  const { mutate, isPending, error } = useAct({ name: 'team-absences', onDone: onClose });
  return (
    <ActDialog
      open
      title="Remove absence"
      go="Remove"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'remove', id: absence.id })}
      onClose={onClose}
    >
      <p>{absenceWords(absence, zone)}. Patients will be able to book these hours again.</p>
      <p className="text-small text-soft">
        Calls you already rescheduled, reassigned or canceled won’t change.
      </p>
    </ActDialog>
  );
}
