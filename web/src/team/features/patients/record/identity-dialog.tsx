import { useState } from 'react';
import * as z from 'zod/mini';
import { KIT_CARD } from '@domain/copy/kit.ts';
import { TeamIdentityRequest, type Identity } from '@domain/contracts/team/team-identity.ts';
import type { Kit } from '@domain/contracts/fields/kit.ts';
import { STATE_CODES, STATES } from '@domain/kit/shipping-address.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { Field } from '@/components/form/field.tsx';
import { Select } from '@/components/form/select.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { useDraft } from '@/lib/entries/use-draft.ts';

const OWN = ['preferredName', 'pronouns', 'birthDate', 'phone', 'program'] as const;
const ADDRESS = ['line1', 'line2', 'city', 'state', 'zip'] as const;
const FIELDS = [...OWN, ...ADDRESS] as const;
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
  /** Where the page behind has no strip that says it. */
  about?: string;
  identity: Identity;
  address: Kit['address'];
  today: LocalDate;
  onClose: () => void;
  onDone: () => void;
};

/** Who this patient is and how to reach them. Only what was changed is sent. */
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
      <fieldset className="grid gap-4 sm:grid-cols-6">
        <legend className="mb-3 text-[1.0625rem] font-semibold">Postal address</legend>
        <Field className="sm:col-span-6" label={KIT_CARD.fields.line1} {...wiring('line1')} />
        <Field className="sm:col-span-6" label={KIT_CARD.fields.line2} {...wiring('line2')} />
        <Field className="sm:col-span-6" label={KIT_CARD.fields.city} {...wiring('city')} />
        <Select
          className="sm:col-span-3"
          label={KIT_CARD.fields.state}
          placeholder="Select a state"
          options={STATE_CODES.map((code) => ({ value: code, label: STATES[code] }))}
          {...wiring('state')}
        />
        <Field className="sm:col-span-3" label={KIT_CARD.fields.zip} inputMode="numeric" {...wiring('zip')} />
      </fieldset>
    </ActDialog>
  );
}

function storedForm(identity: Identity, address: Kit['address']): Form {
  const own = OWN.map((name) => [name, identity[name] ?? ''] as const);
  return Object.fromEntries([
    ...own,
    ...ADDRESS.map((name) => [name, address?.[name] ?? ''] as const),
  ]) as Form;
}

/** An emptied field is null; an address is whole or none. */
function changesIn(form: Form, stored: Form): object {
  const given = (name: Name) => form[name].trim() || null;
  const changed = (name: Name) => form[name].trim() !== stored[name];
  const own = Object.fromEntries(OWN.filter(changed).map((name) => [name, given(name)]));
  if (!ADDRESS.some(changed)) return own;
  const isEmpty = ADDRESS.every((name) => given(name) === null);
  const address = isEmpty
    ? null
    : { line1: form.line1, line2: given('line2'), city: form.city, state: form.state, zip: form.zip };
  return { ...own, address };
}
