import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import type { WholeRecord } from '../queries.ts';

type Props = { record: WholeRecord; alert: string; onClose: () => void; onDone: () => void };

export function RemoveAlertDialog({ record: { id, alerts }, alert, onClose, onDone }: Props) {
  const { mutate, isPending, error } = useAct({ name: 'team-care', onDone });
  const found = alerts.find((each) => each.id === alert);
  return (
    <ActDialog
      open
      title="Remove alert"
      go="Remove"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'remove-alert', id, alert })}
      onClose={onClose}
    >
      <p>
        {found && <b className="font-semibold">{`‘${found.text}’ `}</b>}
        The timeline will show who added it and who removed it.
      </p>
    </ActDialog>
  );
}
