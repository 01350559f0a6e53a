import { useRef, useState } from 'react';
import { TYPED_CONFIRMATION } from '@domain/account/leaving.ts';
import { TYPE_DELETE } from '@domain/contracts/patient/account-deletion.ts';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { askForCode } from './queries.ts';
import { useStep } from './use-step.ts';

type Props = { onBusy: (busy: boolean) => void; onSent: () => void; onClose: () => void };

export function TypeStep({ onBusy, onSent, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { busy, error, onSubmit } = useStep({
    field,
    onBusy,
    problem: () => (typed === TYPED_CONFIRMATION ? undefined : TYPE_DELETE),
    failure: 'Failed to send the code. Please try again.',
    send: async () => {
      await askForCode();
      onSent();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <p>After 7 days we remove everything, and it can’t be restored:</p>
      <ul className="mt-3 list-disc space-y-1.5 pl-5 marker:text-brand">
        <li>your account, answers, results, messages, notes and documents;</li>
        <li>
          calls booked for after that day. We’ll let the people you booked with know. Calls before it stay
          booked.
        </li>
      </ul>
      <p className="mt-3 text-soft">
        Only the list of who opened your record stays, without your name. You may want to download your data
        first.
      </p>
      <Field
        ref={field}
        label={`Type ${TYPED_CONFIRMATION} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="mt-6"
      />
      <div className="mt-7 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="outline" disabled={busy} onClick={onClose}>
          Keep my account
        </Button>
        <Button type="submit" busy={busy}>
          Send me a code
        </Button>
      </div>
    </form>
  );
}
