import { useEffect, useId, useRef, type FormEvent, type RefObject } from 'react';
import { CODE_MINUTES } from '@domain/account/leaving.ts';
import { Button } from '@/components/action/button.tsx';
import { CodeInput } from '@/components/form/code-input.tsx';
import type { Change } from './change-address.ts';
import { LostMailbox } from './lost-mailbox.tsx';
import { useCodes } from './use-codes.ts';
import { useResend } from './use-resend.ts';

type Props = {
  change: Change;
  sentAt: number;
  onBusy: (busy: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
  onSentAgain: () => void;
  /** Someone else has taken the address since. */
  onRefused: () => void;
};

export function CodesStep({ change, sentAt, onBusy, onCancel, onDone, onSentAgain, onRefused }: Props) {
  const currentField = useRef<HTMLInputElement>(null);
  const newField = useRef<HTMLInputElement>(null);
  const { codes, errors, busy, enter, confirm } = useCodes({
    change,
    onBusy,
    onDone,
    onRefused,
    focus: (mailbox) => (mailbox === 'current' ? currentField : newField).current?.focus(),
  });
  const again = useResend({ to: change.to, sentAt, onBusy, onSent: onSentAgain, onRefused });
  useEffect(() => currentField.current?.focus(), []);

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (busy || again.busy) return;
        again.forgetWait();
        void confirm();
      }}
    >
      <p>
        We sent one code to <strong className="wrap-anywhere">{change.from}</strong> and another to{' '}
        <strong className="wrap-anywhere">{change.to}</strong>. They work for {CODE_MINUTES} minutes.
      </p>
      <LabelledCode
        label="Code sent to your current address"
        field={currentField}
        value={codes.current}
        error={errors.current}
        onChange={(code) => enter('current', code)}
      />
      <LabelledCode
        label="Code sent to your new address"
        field={newField}
        value={codes.new}
        error={errors.new}
        onChange={(code) => enter('new', code)}
      />
      <LostMailbox />
      <output className="mt-3 block text-small font-medium">{again.wait}</output>
      <div className="mt-4 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="quiet" disabled={busy || again.busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button look="outline" busy={again.busy} disabled={busy} onClick={() => void again.resend()}>
          Send new codes
        </Button>
        <Button type="submit" busy={busy} disabled={again.busy}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

type CodeProps = {
  label: string;
  field: RefObject<HTMLInputElement | null>;
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
};

function LabelledCode({ label, field, value, error, onChange }: CodeProps) {
  const id = useId();
  return (
    <div className="mt-6">
      <label htmlFor={id} className="mb-2 block text-small font-semibold">
        {label}
      </label>
      <CodeInput ref={field} id={id} name={id} value={value} onChange={onChange} error={error} />
    </div>
  );
}
