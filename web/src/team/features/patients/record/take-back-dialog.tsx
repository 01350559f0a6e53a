import type { WholeRecord } from '../queries.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = { record: WholeRecord; entryId: string; onClose: () => void; onDone: () => void };

/** A result or a loss that was logged by mistake. */
export function TakeBackDialog({ record: { id, careState, timeline }, entryId, onClose, onDone }: Props) {
  const { mutate, isPending, error } = useAct({ name: 'team-care', onDone });
  const entry = timeline.find((each) => each.id === entryId);
  return (
    <ActDialog
      open
      title="Undo"
      go="Undo"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'take-back', id, seen: careState, resultId: entryId })}
      onClose={onClose}
    >
      <p>
        {entry && <b className="font-semibold">{`${entry.title}: ${entry.text.split('\n')[0]}. `}</b>}
        The patient’s plan is as it was before. That it was taken back stays in the timeline.
      </p>
    </ActDialog>
  );
}
