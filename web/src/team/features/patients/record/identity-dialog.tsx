import { useState } from 'react';
import * as z from 'zod/mini';
import { TeamIdentityRequest, type Identity } from '@domain/contracts/team/team-identity.ts';
import type { Kit } from '@domain/contracts/fields/kit.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { Field } from '@/components/form/field.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { ADDRESS_FIELDS, AddressFields, changedAddress } from '@/product-components/address-fields.tsx';

const OWN = ['preferredName', 'pronouns', 'birthDate', 'phone', 'program'] as const;
const FIELDS = [...OWN, ...ADDRESS_FIELDS] as const;
type Name = (typeof FIELDS)[number];

const Form = z.object(
  Object.fromEntries(FIELDS.map((name) => [name, z.string()])) as Record<Name, z.ZodMiniString>,
);
type Form = z.output<typeof Form>;

const LABELS: Record<(typeof OWN)[number], string> = {
  preferredName: 'Preferred name',
  pronouns: 'Pronouns',
  birthDate: 'Date of birth',
  phone: 'Phone',
  program: 'Program',
};

type Props = {
  id: string;
  /** Set if the page behind has no strip with the patient's name. */
  about?: string;
  identity: Identity;
  address: Kit['address'];
  today: LocalDate;
  onClose: () => void;
  onDone: () => void;
};

/** The patient's identity and contact details. Only changed fields are sent. */
export function IdentityDialog({ id, about, identity, address, today, onClose, onDone }: Props) {
  const stored = storedForm(identity, address);
  const { answers, answer, forget } = useDraft({
    name: `identity:${id}`,
    Answers: Form,
    empty: () => stored,
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-identity',
    onDone: () => {
      forget();
      onDone();
    },
  });
  const read = TeamIdentityRequest.safeParse({ id, ...changesIn(answers, stored) });
  const errorOf = (name: Name) =>
    asked ? read.error?.issues.find(({ path }) => path.at(-1) === name)?.message : undefined;
  const wiring = (name: Name) => ({
    value: answers[name],
    error: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) => answer({ [name]: target.value }),
  });

  function send() {
    setAsked(true);
    if (!read.success) return;
    if (Object.keys(read.data).length === 1) return onDone();
    mutate(read.data);
  }

  return (
    <ActDialog
      open
      title="Edit details"
      about={about}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={LABELS.preferredName} {...wiring('preferredName')} />
        <Field label={LABELS.pronouns} {...wiring('pronouns')} />
        <Field label={LABELS.birthDate} type="date" min="1900-01-01" max={today} {...wiring('birthDate')} />
        <Field label={LABELS.phone} type="tel" {...wiring('phone')} />
        <Field className="sm:col-span-2" label={LABELS.program} {...wiring('program')} />
      </div>
      <AddressFields wiring={wiring} />
    </ActDialog>
  );
}

function storedForm(identity: Identity, address: Kit['address']): Form {
  const own = OWN.map((name) => [name, identity[name] ?? ''] as const);
  return Object.fromEntries([
    ...own,
    ...ADDRESS_FIELDS.map((name) => [name, address?.[name] ?? ''] as const),
  ]) as Form;
}

/** Null clears a field. */
function changesIn(form: Form, stored: Form): object {
  const changed = OWN.filter((name) => form[name].trim() !== stored[name]);
  const own = Object.fromEntries(changed.map((name) => [name, form[name].trim() || null]));
  const address = changedAddress(form, stored);
  return address === undefined ? own : { ...own, address };
}
