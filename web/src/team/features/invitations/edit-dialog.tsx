import { useState } from 'react';
import {
  TeamInvitationsChange,
  TeamInvitationsChanged,
  type InvitedPatient,
} from '@domain/contracts/team/team-invitations.ts';
import { Field } from '@/components/form/field.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { ADDRESS_FIELDS, AddressFields, changedAddress } from '@/product-components/address-fields.tsx';
import { whoWords } from './words.ts';

const OWN = ['first', 'last', 'phone'] as const;
type Name = (typeof OWN)[number] | (typeof ADDRESS_FIELDS)[number];
type Form = Record<Name, string>;

const MISSING: Partial<Record<Name, string>> = {
  first: 'Please enter a first name',
  last: 'Please enter a last name',
};

type Props = { invited: InvitedPatient; onClose: () => void; onDone: () => void };

/** A patient's name, phone and postal address. Only changed fields are sent. */
export function EditDialog({ invited, onClose, onDone }: Props) {
  const stored = storedForm(invited);
  const [form, setForm] = useState(stored);
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-invitations',
    answer: TeamInvitationsChanged,
    onDone,
  });
  const changes = changesIn(form, stored);
  const read = TeamInvitationsChange.safeParse({ action: 'edit', email: invited.email, ...changes });
  const errorOf = (name: Name) => {
    const issue = asked ? read.error?.issues.find(({ path }) => path.at(-1) === name) : undefined;
    return issue && (MISSING[name] ?? issue.message);
  };
  const wiring = (name: Name) => ({
    value: form[name],
    error: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: target.value })),
  });

  function send() {
    setAsked(true);
    if (!read.success) return;
    if (Object.keys(changes).length === 0) return onClose();
    mutate(read.data);
  }

  return (
    <ActDialog
      open
      title="Edit details"
      about={whoWords(invited)}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" autoComplete="off" {...wiring('first')} />
        <Field label="Last name" autoComplete="off" {...wiring('last')} />
        {invited.contact && (
          <Field
            className="sm:col-span-2"
            label="Phone"
            type="tel"
            autoComplete="off"
            hint={
              invited.patient !== null &&
              'If you change it, the patient gets an email, and the new number gets no texts until they confirm it.'
            }
            {...wiring('phone')}
          />
        )}
      </div>
      {invited.contact && invited.patient !== null && <AddressFields wiring={wiring} />}
      {!invited.contact && (
        <p className="text-small text-soft">
          You can edit phone and postal address after the patient has given both consents.
        </p>
      )}
    </ActDialog>
  );
}

function storedForm({ firstName, lastName, contact, kit }: InvitedPatient): Form {
  const { line1 = '', line2, city = '', state = '', zip = '' } = kit?.address ?? {};
  return {
    first: firstName,
    last: lastName,
    phone: contact?.phone ?? '',
    line1,
    line2: line2 ?? '',
    city,
    state,
    zip,
  };
}

function changesIn(form: Form, stored: Form): object {
  const changed = OWN.filter((name) => form[name].trim() !== stored[name]);
  const own = Object.fromEntries(
    changed.map((name) => [name, name === 'phone' ? form.phone.trim() || null : form[name]]),
  );
  const address = changedAddress(form, stored);
  return address === undefined ? own : { ...own, address };
}
