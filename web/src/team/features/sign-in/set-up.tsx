import { useState } from 'react';
import { SET_UP_ALPHABET, TeamSetUpRequest } from '@domain/contracts/team/team-set-up.ts';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { AppError } from '@/lib/backend/app-error.ts';
import { CodeField, requireDigits } from './code-field.tsx';
import { confirmSetUp } from './factors.ts';
import { keptEnrolment, type Enrolment } from './kept-enrolment.ts';
import { Secret } from './secret.tsx';
import { SetUpPart } from './set-up-part.tsx';
import { StepHeading } from './step-heading.tsx';
import { useFactorCheck } from './use-factor-check.ts';
import { useSubmit } from './use-submit.ts';
import { failureWords, isWrongAppCode } from './words.ts';

type Props = {
  /** Null for an app that was verified before but isn't confirmed as this person's yet. */
  enrolment: Enrolment | null;
  userId: string;
  onDone: () => Promise<void>;
  onEnd: (words: string) => void;
};

const WHAT_IT_IS = 'From now on you sign in with a code from your mail and one from an app on your phone.';
const ONLY_THE_CODE = 'Your authenticator app is connected. Only your setup code is missing.';
const AFTER_RELOAD =
  ' If your app shows more than one Béa entry, delete them all and scan again. Check that your phone sets its time automatically.';

/**
 * A mailbox alone never lets anyone in. Someone who sets up an app also needs the code they got in person or
 * by phone.
 */
export default function SetUp({ enrolment, userId, onDone, onEnd }: Props) {
  const [setUpCode, setSetUpCode] = useState('');
  const [code, setCode] = useState('');
  /** The app's code is still needed. It works once; after that, only the setup code is asked for. */
  const [open, setOpen] = useState(enrolment);
  const verify = useFactorCheck('new');

  const { form, busy, failure, onSubmit } = useSubmit(async () => {
    const readCode = readSetUpCode(setUpCode); // before the app's code is used up
    if (open) {
      requireDigits(code);
      await verify(open.factorId, code);
      keptEnrolment(userId).forget();
    }
    try {
      await confirmSetUp(readCode);
    } catch (error) {
      setOpen(null);
      throw error;
    }
    await onDone();
  }, onEnd);
  const words = setUpWords(failure);
  const isAboutApp = isAppFailure(failure);

  const setUpCodeField = (
    <Field
      label="Setup code"
      hint="10 letters and digits, from the person who invited you or reset your app."
      name="set-up-code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={setUpCode}
      onChange={(event) => setSetUpCode(event.target.value)}
      error={isAboutApp ? undefined : words}
    />
  );
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="rise space-y-6">
      <StepHeading takesFocus intro={open ? WHAT_IT_IS : ONLY_THE_CODE}>
        Set up your second factor
      </StepHeading>
      {open ? (
        <>
          <SetUpPart number={1} title="Have an authenticator app ready">
            <p className="text-small text-pretty text-soft">
              It shows a new code every 30 seconds. Google Authenticator and Microsoft Authenticator are free,
              and many password managers work, too.
            </p>
          </SetUpPart>
          <SetUpPart number={2} title="Scan this with your app">
            <Secret enrolment={open} />
          </SetUpPart>
          <SetUpPart number={3} title="Enter both codes">
            <div className="space-y-5">
              {setUpCodeField}
              <CodeField
                label="Code from your app"
                name="totp"
                value={code}
                onChange={setCode}
                error={isAboutApp ? words : undefined}
              />
            </div>
          </SetUpPart>
        </>
      ) : (
        setUpCodeField
      )}
      <Button type="submit" busy={busy} className="w-full">
        Confirm
      </Button>
    </form>
  );
}

function readSetUpCode(typed: string): string {
  const code = TeamSetUpRequest.safeParse({ setUpCode: typed });
  if (code.success) return code.data.setUpCode;
  if (OTHER_CODE.test(typed)) throw new AppError('other_code_as_set_up_code');
  throw new AppError(LOOK_ALIKES.test(typed) ? 'look_alike_in_set_up_code' : 'bad_set_up_code');
}

/** The app's error, or the earlier email's. */
const OTHER_CODE = /^\s*\d{3}\s?\d{3}\s*$/;

/** Letters and digits that setup codes never contain. */
const LOOK_ALIKES = new RegExp(`(?=[0-9a-z])[^${SET_UP_ALPHABET}]`, 'i');

const isAppFailure = (failure: unknown) =>
  failure instanceof AppError && (failure.code === 'incomplete_code' || failure.code.startsWith('mfa_'));

function setUpWords(failure: unknown): string | undefined {
  return isWrongAppCode(failure) ? failureWords(failure) + AFTER_RELOAD : failureWords(failure);
}
