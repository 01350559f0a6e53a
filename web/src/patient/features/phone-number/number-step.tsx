import { useEffect, useRef, useState, type FormEvent } from 'react';
import { phoneNumberOf } from '@domain/account/phone-number.ts';
import { MAX_PHONE } from '@domain/contracts/fields/lengths.ts';
import { NOT_A_NUMBER } from '@domain/contracts/patient/confirm-phone.ts';
import { PHONE_NUMBER } from '@domain/copy/phone-number.ts';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { askForCode } from './queries.ts';
import { useSending } from './use-sending.ts';

type Props = { onSent: (phone: string) => void; onCancel: () => void };

export function NumberStep({ onSent, onCancel }: Props) {
  const [phone, setPhone] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, refusal, setRefusal } = useSending({
    send: askForCode,
    failure: PHONE_NUMBER.codeFailed,
    onDone: onSent,
  });
  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (phoneNumberOf(phone) !== undefined) return mutate(phone);
    setRefusal(NOT_A_NUMBER);
    field.current?.focus();
  }

  return (
    <form onSubmit={submit} noValidate className="mt-4 max-w-md">
      <Field
        ref={field}
        label={PHONE_NUMBER.label}
        hint={PHONE_NUMBER.hint}
        type="tel"
        autoComplete="tel"
        maxLength={MAX_PHONE}
        value={phone}
        error={refusal}
        disabled={isPending}
        onChange={(event) => {
          setPhone(event.target.value);
          setRefusal(undefined);
        }}
      />
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button type="submit" busy={isPending}>
          {PHONE_NUMBER.sendCode}
        </Button>
        <Button look="quiet" disabled={isPending} onClick={onCancel}>
          {PHONE_NUMBER.cancel}
        </Button>
      </div>
    </form>
  );
}
