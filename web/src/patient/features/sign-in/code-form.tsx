import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { CodeInput } from '@/components/form/code-input.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { stack, useBack } from '@/components/overlay/back.ts';
import { dropEntries, followBack } from '@/components/overlay/follow-back.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { keepCodeSent } from './code-sent.ts';
import { NewCode } from './new-code.tsx';
import { codeProblem } from './problems.ts';
import { verifyCode } from './sign-in.ts';
import { useSubmission } from './use-submission.ts';
import { SIGNED_IN, WRONG_CODE } from './words.ts';

type Props = { email: string; onSignedIn: () => void; onOtherEmail: () => void };

followBack();

export default function CodeForm({ email, onSignedIn, onOtherEmail }: Props) {
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { pending, error, onSubmit } = useSubmission({
    field: input,
    problem: () => codeProblem(code),
    send: async () => {
      // Whoever is signed in does not come back to here.
      await dropEntries();
      await verifyCode(email, code).catch((failure: unknown) => {
        stack.onMore?.();
        // The code was looked at: it was not that nobody answered, or that there were too many tries.
        if (failure instanceof AppError && failure.code === 'sign_in_refused' && failure.status !== 429)
          setRefused(code);
        throw failure;
      });
      toast(SIGNED_IN);
      onSignedIn();
    },
  });

  const isWrong = refused !== null && refused === code;

  useBack(1, onOtherEmail);
  useEffect(() => input.current?.focus(), []);

  return (
    <form onSubmit={onSubmit} noValidate className="rise">
      <p className="caption mb-1.5">Welcome</p>
      <h1 className="text-title sm:text-display">
        <label htmlFor={id}>Verification code</label>
      </h1>
      <p className="mt-2 text-soft">Enter the verification code sent to your email</p>
      <p className="mt-1 mb-6 text-small text-soft wrap-anywhere">We sent a code to {email}</p>
      <CodeInput
        ref={input}
        id={id}
        name="otp"
        value={code}
        onChange={setCode}
        error={error ?? (isWrong ? WRONG_CODE : undefined)}
      />
      <Button type="submit" busy={pending} className="mt-7 w-full">
        Verify Code
      </Button>
      {refused !== null && (
        <NewCode
          email={email}
          disabled={pending}
          field={input}
          onSent={() => {
            keepCodeSent(email);
            setCode('');
            input.current?.focus();
          }}
        />
      )}
      <Button look="outline" disabled={pending} onClick={onOtherEmail} className="mt-3 w-full">
        Use a different email
      </Button>
    </form>
  );
}
