import { useState } from 'react';
import {
  TeamInvitationsChange,
  TeamInvitationsChanged,
  type InvitedPatient,
} from '@domain/contracts/team/team-invitations.ts';
import { INVALID_EMAIL } from '@domain/contracts/fields/email.ts';
import { Field } from '@/components/form/field.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { whoWords } from './words.ts';

type Props = { invited: InvitedPatient; onClose: () => void; onDone: (email: string) => void };

/** Available until the first sign-in. After that, only the patient can change their address. */
export function CorrectDialog({ invited, onClose, onDone }: Props) {
  const { email } = invited;
  const [to, setTo] = useState(email);
  const [isWrong, setIsWrong] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-invitations',
    answer: TeamInvitationsChanged,
    onDone: (changed) => onDone(changed.email),
  });

  function send() {
    const read = TeamInvitationsChange.safeParse({ action: 'correct', email, to });
    setIsWrong(!read.success);
    if (read.success) mutate(read.data);
  }

  return (
    <ActDialog
      open
      title="Edit email"
      about={whoWords(invited)}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        value={to}
        error={isWrong ? INVALID_EMAIL : undefined}
        onChange={({ target }) => setTo(target.value)}
      />
      <p className="text-small text-soft">
        We’ll send the email to the new address. The old address will no longer work.
      </p>
    </ActDialog>
  );
}
