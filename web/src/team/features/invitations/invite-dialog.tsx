import { useState } from 'react';
import { TeamInvitationsChange, TeamInvitationsChanged } from '@domain/contracts/team/team-invitations.ts';
import { Field } from '@/components/form/field.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = { onClose: () => void; onDone: (email: string) => void };

const FIELDS = [
  { name: 'email', label: 'Email', type: 'email', missing: 'Please enter a valid email address' },
  { name: 'first', label: 'First name', type: 'text', missing: 'Please enter a first name' },
  { name: 'last', label: 'Last name', type: 'text', missing: 'Please enter a last name' },
  {
    name: 'phone',
    label: 'Phone (if known)',
    type: 'tel',
    missing: 'Please enter a number such as +1 555 0100',
  },
] as const;
type Name = (typeof FIELDS)[number]['name'];

export function InviteDialog({ onClose, onDone }: Props) {
  const [form, setForm] = useState<Record<Name, string>>({ email: '', first: '', last: '', phone: '' });
  const [wrong, setWrong] = useState<ReadonlySet<unknown>>(new Set());
  const { mutate, isPending, error } = useAct({
    name: 'team-invitations',
    answer: TeamInvitationsChanged,
    onDone: ({ email }) => onDone(email),
  });

  function send() {
    const { phone, ...rest } = form;
    const read = TeamInvitationsChange.safeParse({
      action: 'invite',
      ...rest,
      ...(phone.trim() && { phone }),
    });
    setWrong(new Set(read.error?.issues.map(({ path }) => path[0])));
    if (read.success) mutate(read.data);
  }

  return (
    <ActDialog
      open
      title="Invite a patient"
      go="Invite"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      {FIELDS.map(({ name, label, type, missing }) => (
        <Field
          key={name}
          label={label}
          type={type}
          autoComplete="off"
          value={form[name]}
          error={wrong.has(name) ? missing : undefined}
          onChange={({ target }) => setForm((before) => ({ ...before, [name]: target.value }))}
        />
      ))}
      <p className="text-small text-soft">
        They’ll get a discreet email with a sign-in link. It doesn’t mention treatment.
      </p>
    </ActDialog>
  );
}
