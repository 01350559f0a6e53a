import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { PHONE_CODE_MINUTES, phoneNumberWords } from '@domain/account/phone-number.ts';
import { SIX_DIGITS } from '@domain/contracts/patient/account-deletion.ts';
import { PHONE_NUMBER } from '@domain/copy/phone-number.ts';
import { Button } from '@/components/action/button.tsx';
import { CodeInput } from '@/components/form/code-input.tsx';
import { askForCode, confirmCode } from './queries.ts';
import { useSending } from './use-sending.ts';

type Props = {
  phone: string;
  /** Not after a reload, because that would scroll the page to it. */
  hasFocus: boolean;
  onSent: (phone: string) => void;
  onDone: () => void;
  onCancel: () => void;
};

export function CodeStep({ phone, hasFocus, onSent, onDone, onCancel }: Props) {
  const [code, setCode] = useState('');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const confirm = useSending({ send: confirmCode, failure: PHONE_NUMBER.confirmFailed, onDone });
  const again = useSending({
    send: askForCode,
    failure: PHONE_NUMBER.codeFailed,
    onDone: (sentTo) => {
      setCode('');
      onSent(sentTo);
    },
  });
  const isBusy = confirm.isPending || again.isPending;
  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);

  function forget() {
    confirm.setRefusal(undefined);
    again.setRefusal(undefined);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === 6) return confirm.mutate(code);
    confirm.setRefusal(SIX_DIGITS);
    input.current?.focus();
  }

  return (
    <form onSubmit={submit} noValidate className="mt-4 max-w-md">
      <p>{PHONE_NUMBER.sent(phoneNumberWords(phone), PHONE_CODE_MINUTES)}</p>
      <label htmlFor={id} className="mt-4 mb-2 block text-small font-semibold">
        {PHONE_NUMBER.code}
      </label>
      <CodeInput
        ref={input}
        id={id}
        name="code"
        value={code}
        onChange={(next) => {
          setCode(next);
          forget();
        }}
        error={confirm.refusal ?? again.refusal}
      />
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button type="submit" busy={confirm.isPending} disabled={again.isPending}>
          {PHONE_NUMBER.confirm}
        </Button>
        <Button
          look="quiet"
          busy={again.isPending}
          disabled={confirm.isPending}
          onClick={() => {
            forget();
            again.mutate(phone);
          }}
        >
          {PHONE_NUMBER.again}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={onCancel}>
          {PHONE_NUMBER.cancel}
        </Button>
      </div>
    </form>
  );
}
