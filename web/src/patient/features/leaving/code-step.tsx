import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { CODE_MINUTES } from '@domain/account/leaving.ts';
import { SIX_DIGITS } from '@domain/contracts/patient/account-deletion.ts';
import { Button } from '@/components/action/button.tsx';
import { CodeInput } from '@/components/form/code-input.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { dateAndTime } from '@/lib/dates/dates.ts';
import { withZone } from '@/lib/dates/with-zone.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { askForCode, confirmLeaving, leavingQuery } from './queries.ts';
import { useStep } from './use-step.ts';

type Props = { user: SignedInUser; onBusy: (busy: boolean) => void; onDone: () => void };

export function CodeStep({ user, onBusy, onDone }: Props) {
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const confirm = useStep({
    field: input,
    onBusy,
    problem: () => (code.length === 6 ? undefined : SIX_DIGITS),
    failure: 'Failed to confirm. Please try again.',
    send: async () => {
      const leavesAt = await confirmLeaving(code);
      client.setQueryData(leavingQuery(user.id).queryKey, leavesAt);
      toast({
        title: 'Your account will be deleted',
        description: `On ${withZone(dateAndTime(leavesAt), leavesAt)}. Until then, you can change your mind on this page.`,
      });
      onDone();
    },
  });
  const again = useStep({
    field: input,
    onBusy,
    failure: 'Failed to send the code. Please try again.',
    send: async () => {
      await askForCode();
      setCode('');
      toast({ title: 'Code sent!', description: 'Check your email for the new code.' });
    },
  });

  useEffect(() => input.current?.focus(), []);

  /** The next action clears the previous message. */
  function forget() {
    confirm.forget();
    again.forget();
  }

  return (
    <form onSubmit={confirm.onSubmit} noValidate>
      <p>
        We sent a code to <strong className="wrap-anywhere">{user.email}</strong>. It works for {CODE_MINUTES}{' '}
        minutes.
      </p>
      <label htmlFor={id} className="mt-6 mb-2 block text-small font-semibold">
        Confirmation code
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
        error={confirm.error ?? again.error}
      />
      <div className="mt-7 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button
          look="quiet"
          busy={again.busy}
          disabled={confirm.busy}
          onClick={() => {
            forget();
            again.run();
          }}
        >
          Send another code
        </Button>
        <Button type="submit" busy={confirm.busy} disabled={again.busy}>
          Delete my account
        </Button>
      </div>
    </form>
  );
}
