import type { InvitedPatient } from '@domain/contracts/team/team-invitations.ts';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { whoWords } from './words.ts';

type Props = { invited: InvitedPatient; onClose: () => void; onDone: () => void };

export function SendAgainDialog({ invited, onClose, onDone }: Props) {
  const { email } = invited;
  const { mutate, isPending, error } = useAct({ name: 'team-invitations', onDone });
  return (
    <ActDialog
      open
      title="Resend"
      about={whoWords(invited)}
      go="Send"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'send-again', email })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{`We’ll send the same email to ${email} again.`}</p>
    </ActDialog>
  );
}
