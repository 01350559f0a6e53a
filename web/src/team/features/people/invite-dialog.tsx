import { useState } from 'react';
import { TeamPeopleChanged, TeamPeopleRequest } from '@domain/contracts/team/team-people.ts';
import { Field } from '@/components/form/field.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { ZoneField } from '@/product-components/zone-field.tsx';
import type { IssuedCode } from './set-up-code.tsx';
import { ROLES } from './words.ts';

type Props = { zone: string; onClose: () => void; onInvited: (issued: IssuedCode) => void };
type Name = 'name' | 'email' | 'role' | 'timeZone';

/** No email is sent, because the person gets the setup code in person or by phone. */
export function InviteDialog({ zone, onClose, onInvited }: Props) {
  const [form, setForm] = useState({ name: '', email: '', role: '', timeZone: zone });
  const [wrong, setWrong] = useState<Partial<Record<Name, string>>>({});
  const { mutate, isPending, error } = useAct({
    name: 'team-people',
    answer: TeamPeopleChanged,
    onDone: ({ setUpCode = '' }) => onInvited({ name: form.name, code: setUpCode }),
  });
  const set = (name: Name) => (value: string) => setForm((before) => ({ ...before, [name]: value }));

  function send() {
    const read = TeamPeopleRequest.safeParse({ action: 'invite', ...form });
    if (read.success) {
      setWrong({});
      mutate(read.data);
      return;
    }
    setWrong(
      Object.fromEntries(
        read.error.issues.map(({ path, message }) => [
          path[0],
          path[0] === 'role' ? 'Please select a role' : message,
        ]),
      ),
    );
  }

  return (
    <ActDialog
      open
      title="Invite to the team"
      go="Invite"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label="Name"
        autoComplete="off"
        value={form.name}
        error={wrong.name}
        onChange={({ target }) => set('name')(target.value)}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        value={form.email}
        error={wrong.email}
        onChange={({ target }) => set('email')(target.value)}
      />
      <RadioGroup
        legend="Role"
        options={ROLES.map(({ value, label, hint }) => ({ value, label: `${label}: ${hint}` }))}
        value={form.role}
        error={wrong.role}
        onChange={set('role')}
      />
      <ZoneField
        label="Time zone"
        hint="Where they work."
        value={form.timeZone}
        error={wrong.timeZone}
        onChange={({ target }) => set('timeZone')(target.value)}
      />
    </ActDialog>
  );
}
