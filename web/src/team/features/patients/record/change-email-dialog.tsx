import { useState } from 'react';
import { MAX_HOW_CHECKED } from '@domain/contracts/fields/lengths.ts';
import { TeamEmailChangeRequest } from '@domain/contracts/team/team-email-change.ts';
import { Field } from '@/components/form/field.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { useFreshAct } from '@/lib/care-team/use-fresh-act.ts';
import { FreshCode } from '@/product-components/fresh-code.tsx';

type Props = { patient: string; name: string; onClose: () => void; onDone: () => void };

/** For a patient who lost their mailbox. A clinician has to agree. */
export function ChangeEmailDialog({ patient, name, onClose, onDone }: Props) {
  const [email, setEmail] = useState('');
  const [howChecked, setHowChecked] = useState('');
  const [asked, setAsked] = useState(false);
  const { send, busy, failure, code } = useFreshAct({ name: 'team-email-change', onDone });
  const read = TeamEmailChangeRequest.safeParse({ action: 'ask', patient, email, howChecked });
  const errorOf = (field: string) =>
    asked ? read.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;
  return (
    <ActDialog
      open
      title="Change email for patient"
      about={name}
      go="Ask a clinician"
      busy={busy}
      failure={failure}
      onSend={() => {
        setAsked(true);
        if (read.success) send(read.data);
      }}
      onClose={onClose}
    >
      <p className="text-small text-soft">
        For a patient who can’t get email at their old address. A clinician has to agree. Then we’ll tell the
        patient, who can stop it for 72 hours.
      </p>
      <Field
        label="New email address"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={errorOf('email')}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Field
        label="How did you check who is asking?"
        hint="For example: called the number in the record, compared date of birth and shipping address."
        autoComplete="off"
        maxLength={MAX_HOW_CHECKED}
        value={howChecked}
        error={errorOf('howChecked')}
        onChange={({ target }) => setHowChecked(target.value)}
      />
      {code && <FreshCode {...code} />}
    </ActDialog>
  );
}
