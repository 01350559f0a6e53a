import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = { id: string; firstName: string; onClose: () => void; onDone: () => void };

/** Administrators send the kit, and learn nothing else about the patient. */
export function KitDialog({ id, firstName, onClose, onDone }: Props) {
  const { mutate, isPending, error } = useAct({ name: 'team-care', onDone });
  return (
    <ActDialog
      open
      title="Send the kit"
      go="Send the kit"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'send-kit', id })}
      onClose={onClose}
    >
      <p>{`An administrator will be asked to send ${firstName || 'this patient'} the kit.`}</p>
    </ActDialog>
  );
}
