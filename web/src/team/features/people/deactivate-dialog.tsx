import type { TeamPerson } from '@domain/contracts/team/team-people.ts';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

export function DeactivateDialog({
  person: { id, name },
  onClose,
}: {
  person: TeamPerson;
  onClose: () => void;
}) {
  const { mutate, isPending, error } = useAct({ name: 'team-people', onDone: onClose });
  return (
    <ActDialog
      open
      title={`Deactivate ${name}`}
      go="Deactivate"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'deactivate', id })}
      onClose={onClose}
    >
      <p>
        Their access ends right away. Their patients become unassigned, and no one can book calls with them.
      </p>
      <p>
        Calls booked with them stay in the patients’ calendars. Open ‘Upcoming calls’ next to their name to
        reschedule, reassign or cancel each one.
      </p>
    </ActDialog>
  );
}
