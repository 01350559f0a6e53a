import type { InvitedPatient } from '@domain/contracts/team/team-invitations.ts';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = { invited: InvitedPatient; onClose: () => void; onDone: () => void };

export function RevokeDialog({ invited: { email, firstName, lastName, patient }, onClose, onDone }: Props) {
  const { mutate, isPending, error } = useAct({ name: 'team-invitations', onDone });
  return (
    <ActDialog
      open
      title="Revoke"
      about={`${firstName} ${lastName}`}
      go="Revoke"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'revoke', email })}
      onClose={onClose}
    >
      <p>{`${firstName} cannot sign in from now on${patient ? ', and is signed out everywhere' : ''}.`}</p>
      {patient && <p>Their record stays. If you invite the same address again, it opens again.</p>}
    </ActDialog>
  );
}
