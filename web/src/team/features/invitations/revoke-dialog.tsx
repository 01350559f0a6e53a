import type { InvitedPatient } from '@domain/contracts/team/team-invitations.ts';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { whoWords } from './words.ts';

type Props = { invited: InvitedPatient; onClose: () => void; onDone: () => void };

export function RevokeDialog({ invited, onClose, onDone }: Props) {
  const { email, firstName, patient } = invited;
  const { mutate, isPending, error } = useAct({ name: 'team-invitations', onDone });
  return (
    <ActDialog
      open
      title="Revoke"
      about={whoWords(invited)}
      go="Revoke"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'revoke', email })}
      onClose={onClose}
    >
      <p>{`${firstName} will no longer be able to sign in${patient ? ', and will be signed out everywhere' : ''}.`}</p>
      {patient && <p>Their record is kept. If you invite the same address again, they can open it again.</p>}
    </ActDialog>
  );
}
