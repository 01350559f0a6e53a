import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { CodeInput } from '@/components/form/code-input.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { stack, useBack } from '@/components/overlay/back.ts';
import { dropEntries, followBack } from '@/components/overlay/follow-back.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { keepCodeSent, type SentCode } from './code-sent.ts';
import { maskedEmail } from './masked-email.ts';
import { codeProblem } from './problems.ts';
import { SendAgain } from './send-again.tsx';
import { verifyCode } from './sign-in.ts';
import { useSubmission } from './use-submission.ts';
import { SIGNED_IN, WRONG_CODE } from './words.ts';

type Props = { sent: SentCode; onSignedIn: () => void; onOtherEmail: () => void };

/** Long enough to see the sixth digit, or to press the button first. */
const SUBMIT_AFTER_MS = 1000;

followBack();

export default function CodeForm({ sent, onSignedIn, onOtherEmail }: Props) {
  const { email, isEarlier } = sent;
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const lastTried = useRef('');
  const { pending, error, onSubmit } = useSubmission({
    field: input,
    problem: () => codeProblem(code),
    send: async () => {
      lastTried.current = code;
      // A signed-in person doesn't come back to this page.
      await dropEntries();
      await verifyCode(email, code).catch((failure: unknown) => {
        stack.onMore?.();
        // The code was checked. Excludes missing answers and too many tries.
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
  useEffect(() => {
    if (codeProblem(code)) return undefined;
    const timer = setTimeout(() => {
      // Each code is submitted automatically once. Someone may have pressed the button by then.
      if (lastTried.current !== code) input.current?.form?.requestSubmit();
    }, SUBMIT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [code]);

  return (
    <form onSubmit={onSubmit} noValidate className="rise">
      <p className="caption mb-1.5">Welcome</p>
      <h1 className="text-title sm:text-display">
        <label htmlFor={id}>Verification code</label>
      </h1>
      <p className="mt-2 text-soft">Enter the verification code sent to your email</p>
      <p className="mt-1 text-small text-soft wrap-anywhere">
        {isEarlier ? `We already sent a code to ${maskedEmail(email)}` : `We sent a code to ${email}`}
      </p>
      <p className="mt-1 mb-6 text-small text-soft">No email yet? Check your spam folder.</p>
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
      <SendAgain
        sent={sent}
        disabled={pending}
        field={input}
        onSent={(next) => {
          keepCodeSent(next);
          lastTried.current = '';
          setCode('');
          input.current?.focus();
        }}
      />
      <Button look="outline" disabled={pending} onClick={onOtherEmail} className="mt-3 w-full">
        Use a different email
      </Button>
    </form>
  );
}
