import { useState } from 'react';
import type { TypeNumber } from '@domain/booking/appointment-type-limits.ts';
import { MAX_TYPE_NAME } from '@domain/booking/appointment-type-limits.ts';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import {
  TeamAppointmentTypesRequest,
  type EditedType,
  type TypeHost,
} from '@domain/contracts/team/team-appointment-types.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { CheckboxGroup } from '@/components/form/checkbox-group.tsx';
import { Field } from '@/components/form/field.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = { type: EditedType | null; people: readonly TypeHost[]; onClose: () => void };

const NUMBERS: readonly { name: TypeNumber; label: string; hint: string }[] = [
  { name: 'minutes', label: 'Length', hint: 'In minutes. Booked calls keep theirs.' },
  { name: 'buffer', label: 'Buffer', hint: 'Minutes kept free after the call.' },
  { name: 'notice', label: 'Notice', hint: 'Minimum minutes between booking and the call.' },
  { name: 'horizon', label: 'Booking window in days', hint: 'How far in advance patients can book.' },
];

/** A new call type, or an existing one. */
export function CallTypeForm({ type, people, onClose }: Props) {
  const [form, setForm] = useState(() => textsOf(type));
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({});
  const { mutate, isPending, error } = useAct({
    name: 'team-appointment-types',
    onDone: () => {
      onClose();
      toast({ title: 'Call type saved' });
    },
  });
  const set = (changed: Partial<Form>) => setForm((before) => ({ ...before, ...changed }));

  function send() {
    const rules = { ...form, ...numbersOf(form) };
    const read = TeamAppointmentTypesRequest.safeParse(
      type
        ? { action: 'save', id: type.id, version: type.version, before: type.hosts, ...rules }
        : { action: 'add', ...rules },
    );
    setWrong(
      read.success
        ? {}
        : Object.fromEntries(read.error.issues.map(({ path, message }) => [path[0], message])),
    );
    if (read.success) mutate(read.data);
  }

  return (
    <ActDialog
      open
      title={type ? 'Edit call type' : 'Add call type'}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label="Name"
        maxLength={MAX_TYPE_NAME}
        autoComplete="off"
        value={form.name}
        error={wrong['name']}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextArea
        label="Description"
        hint="Patients read it before they book."
        maxLength={MAX_CHARACTERS}
        value={form.description}
        error={wrong['description']}
        onChange={({ target }) => set({ description: target.value })}
      />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {NUMBERS.map(({ name, label, hint }) => (
          <Field
            key={name}
            {...{ label, hint }}
            inputMode="numeric"
            autoComplete="off"
            value={form[name]}
            error={wrong[name]}
            onChange={({ target }) => set({ [name]: target.value })}
          />
        ))}
      </div>
      <RadioGroup
        legend="Video or phone"
        options={[
          { value: 'video_call', label: 'Video call' },
          { value: 'phone_call', label: 'Phone call' },
        ]}
        value={form.interaction}
        error={wrong['interaction']}
        onChange={(interaction) => set({ interaction })}
      />
      {people.length > 0 ? (
        <CheckboxGroup
          legend="Who takes it"
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={form.hosts}
          onChange={(hosts) => set({ hosts })}
        />
      ) : (
        <p className="text-small text-soft">
          Invite coaches and clinicians under People. Then select here who takes it.
        </p>
      )}
      <Field
        label="Name for administrators"
        hint="Optional. For a name that says something about a patient’s health: administrators read this instead."
        maxLength={MAX_TYPE_NAME}
        autoComplete="off"
        value={form.neutralName}
        error={wrong['neutralName']}
        onChange={({ target }) => set({ neutralName: target.value })}
      />
    </ActDialog>
  );
}

const NEW = { minutes: 30, buffer: 15, notice: 60, horizon: 60 };

type Form = Record<TypeNumber | 'name' | 'neutralName' | 'description' | 'interaction', string> & {
  hosts: string[];
};

const textsOf = (type: EditedType | null): Form => ({
  name: type?.name ?? '',
  neutralName: type?.neutralName ?? '',
  description: type?.description ?? '',
  minutes: String((type ?? NEW).minutes),
  buffer: String((type ?? NEW).buffer),
  notice: String((type ?? NEW).notice),
  horizon: String((type ?? NEW).horizon),
  interaction: type?.interaction ?? 'video_call',
  hosts: type?.hosts ?? [],
});

/** Input that isn't a whole number stays text, so that the contract refuses it with its message. */
const numbersOf = (form: Record<TypeNumber, string>) =>
  Object.fromEntries(
    NUMBERS.map(({ name }) => [name, /^\s*\d{1,6}\s*$/.test(form[name]) ? Number(form[name]) : form[name]]),
  );
