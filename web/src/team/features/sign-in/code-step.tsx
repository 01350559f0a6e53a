import { useRef, useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { CodeField, requireDigits } from './code-field.tsx';
import { SendAgain } from './send-again.tsx';
import { verifyCode } from './sign-in.ts';
import { StepHeading } from './step-heading.tsx';
import { useSubmit } from './use-submit.ts';
import { failureWords } from './words.ts';

const SENT = 'A code is on its way. It works for 10 minutes.';
const NO_CODE = 'No code after a few minutes? Check the address, or ask an administrator.';

type Props = { email: string; onOtherEmail: () => void };

/** The session that the code opens decides what comes next. */
export function CodeStep({ email, onOtherEmail }: Props) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { form, busy, failure, onSubmit } = useSubmit(async () => {
    requireDigits(code);
    await verifyCode(email, code);
  });

  function waitForNewCode() {
    setCode('');
    field.current?.focus();
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="rise space-y-6">
      <StepHeading
        step="Check your email"
        intro={SENT}
        detail={`You entered ${email}. Only care team addresses get a code. ${NO_CODE}`}
      >
        Team sign-in
      </StepHeading>
      <CodeField
        ref={field}
        first
        label="Verification code"
        name="code"
        value={code}
        onChange={setCode}
        error={failureWords(failure)}
      />
      <div className="-mb-3 space-y-2">
        <Button type="submit" busy={busy} className="w-full">
          Continue
        </Button>
        <SendAgain email={email} disabled={busy} onSent={waitForNewCode} />
        <Button look="quiet" disabled={busy} onClick={onOtherEmail} className="w-full">
          Use a different email
        </Button>
      </div>
    </form>
  );
}
