import { useRef, useState } from 'react';
import { TeamSetUpRequest } from '@domain/contracts/team-set-up.ts';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { AppError } from '@/lib/backend/app-error.ts';
import { CodeField, requireDigits } from './code-field.tsx';
import { confirmSetUp, verifyFactor, type Enrolment } from './factors.ts';
import { Secret } from './secret.tsx';
import { StepHeading } from './step-heading.tsx';
import { useSubmit } from './use-submit.ts';
import { failureWords } from './words.ts';

type Props = {
  /** Null for an app that has proved itself before, and is not known as this person's yet. */
  enrolment: Enrolment | null;
  onDone: () => Promise<void>;
  onEnd: (words: string) => void;
};

const WHAT_IT_IS =
  'You sign in with your mail and an authenticator app: an app on your phone that shows a new code every 30 seconds.';
const ONLY_THE_CODE = 'Your authenticator app is connected. Only your set-up code is missing.';

/** A mailbox alone never gets in: whoever sets up an app also has the code that they were told in person. */
export default function SetUp({ enrolment, onDone, onEnd }: Props) {
  const [setUpCode, setSetUpCode] = useState('');
  const [code, setCode] = useState('');
  /** A code works once: after it only the set-up code is sent again. */
  const verified = useRef(enrolment === null);

  const { form, busy, failure, onSubmit } = useSubmit(async () => {
    // Before the app's code, which works once.
    const told = TeamSetUpRequest.safeParse({ setUpCode });
    if (!told.success) throw new AppError('bad_set_up_code');
    if (enrolment && !verified.current) {
      requireDigits(code);
      await verifyFactor(enrolment.factorId, code);
      verified.current = true;
    }
    await confirmSetUp(told.data.setUpCode);
    await onDone();
  }, onEnd);
  const words = failureWords(failure);
  const isAboutApp = isAppFailure(failure);

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="rise space-y-6">
      <StepHeading takesFocus intro={enrolment ? WHAT_IT_IS : ONLY_THE_CODE}>
        Set up your second factor
      </StepHeading>
      <Field
        label="Set-up code"
        hint="10 letters and digits, from the person who invited you."
        name="set-up-code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={setUpCode}
        onChange={(event) => setSetUpCode(event.target.value)}
        error={isAboutApp ? undefined : words}
      />
      {enrolment && (
        <>
          <Secret enrolment={enrolment} />
          <CodeField
            label="Code from your app"
            name="totp"
            value={code}
            onChange={setCode}
            error={isAboutApp ? words : undefined}
          />
        </>
      )}
      <Button type="submit" busy={busy} className="w-full">
        Confirm
      </Button>
    </form>
  );
}

const isAppFailure = (failure: unknown) =>
  failure instanceof AppError && (failure.code === 'incomplete_code' || failure.code.startsWith('mfa_'));
