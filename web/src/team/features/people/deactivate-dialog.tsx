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
        Their access ends at once. Their patients are no longer assigned to anybody, and nobody can book them
        any more.
      </p>
      <p>
        Calls that are booked with them stay in the patients’ calendars: under ‘Calls ahead’ beside their name
        each is moved, given away or canceled.
      </p>
    </ActDialog>
  );
}
