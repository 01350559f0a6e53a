import { useEffect, useRef, useState } from 'react';
import { TeamSetUpRequest } from '@domain/contracts/team-set-up.ts';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { AppError } from '@/lib/backend/app-error.ts';
import { CodeField, requireDigits } from './code-field.tsx';
import { QrCode } from './qr-code.tsx';
import { confirmSetUp, verifyFactor, type Enrolment } from './factors.ts';
import { StepHeading } from './step-heading.tsx';
import { useSubmit } from './use-submit.ts';
import { failureWords } from './words.ts';

type Props = {
  /** Null for an app that has proved itself before, and is not known as this person's yet. */
  enrolment: Enrolment | null;
  onDone: () => Promise<void>;
};

/** A mailbox alone never gets in: whoever sets up an app also has the code that they were told in person. */
export default function SetUp({ enrolment, onDone }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [setUpCode, setSetUpCode] = useState('');
  const [code, setCode] = useState('');
  /** A code works once: after it only the set-up code is sent again. */
  const verified = useRef(enrolment === null);

  const { form, busy, failure, onSubmit } = useSubmit(async () => {
    // Before the app's code, which works once.
    if (!TeamSetUpRequest.safeParse({ setUpCode }).success) throw new AppError('bad_set_up_code');
    if (enrolment && !verified.current) {
      requireDigits(code);
      await verifyFactor(enrolment.factorId, code);
      verified.current = true;
    }
    await confirmSetUp(setUpCode);
    await onDone();
  });
  const words = failureWords(failure);
  const isAboutApp = isAppFailure(failure);

  useEffect(() => input.current?.focus(), []);

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="rise space-y-6">
      <StepHeading>Set up your second factor</StepHeading>
      <Field
        ref={input}
        label="Set-up code"
        hint="From the person who invited you."
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

function Secret({ enrolment: { uri, secret } }: { enrolment: Enrolment }) {
  return (
    <div className="grid gap-5 sm:grid-cols-[10.5rem_minmax(0,1fr)] sm:items-center">
      <QrCode text={uri} />
      <div className="text-small text-soft">
        <p>Scan this with the authenticator app on your phone, or type this key into it:</p>
        <p className="mt-2 font-semibold tracking-wider text-ink select-all">
          {secret.match(/.{1,8}/g)?.map((line) => (
            <span key={line} className="block">
              {line.match(/.{1,4}/g)?.join(' ')}
            </span>
          ))}
        </p>
        {/* A phone cannot scan its own screen. */}
        <a
          href={uri}
          className="press mt-1 inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4 sm:hidden"
        >
          Open in your app
        </a>
      </div>
    </div>
  );
}
