import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Email } from '@domain/contracts/fields/email.ts';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import type { AppError } from '@/lib/backend/app-error.ts';
import { sendCodes } from './change-address.ts';
import { LostMailbox } from './lost-mailbox.tsx';
import { codeOf, reportFailure } from './report-failure.ts';
import { CANNOT_BE_USED, NOT_SENT } from './words.ts';

type Props = {
  current: string;
  /** An address that someone else took while the codes were on their way. */
  refused: string;
  onBusy: (busy: boolean) => void;
  onCancel: () => void;
  onSent: (email: string) => void;
};

export function AddressStep({ current, refused, onBusy, onCancel, onSent }: Props) {
  const [typed, setTyped] = useState(refused);
  const [error, setError] = useState(refused ? CANNOT_BE_USED : undefined);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function send() {
    const { data: email, error: malformed } = Email.safeParse(typed);
    const problem = malformed?.issues[0]?.message ?? (email === current ? CANNOT_BE_USED : undefined);
    setError(problem);
    if (problem || !email) return field.current?.focus();
    setBusy(true);
    onBusy(true);
    try {
      await sendCodes(email);
      onSent(email);
    } catch (failure) {
      tell(failure);
    }
    setBusy(false);
    onBusy(false);
  }

  /** Problems with the address appear next to the field. A request that failed shows a toast. */
  function tell(failure: unknown) {
    field.current?.focus();
    const code = codeOf(failure);
    if (code === 'address_refused' || code === 'too_many_requests') {
      return setError((failure as AppError).message);
    }
    reportFailure(NOT_SENT, failure);
  }

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <p>
        You sign in with <strong className="wrap-anywhere">{current}</strong>. We’ll send one code there and
        another to your new address. You’ll need both.
      </p>
      <Field
        ref={field}
        label="New email address"
        className="mt-6"
        type="email"
        name="new-email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="name@example.com"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value.trim());
          setError(undefined);
        }}
        error={error}
      />
      <LostMailbox />
      <div className="mt-7 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="quiet" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Send codes
        </Button>
      </div>
    </form>
  );
}
