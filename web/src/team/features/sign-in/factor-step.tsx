import { useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { CodeField, requireDigits } from './code-field.tsx';
import { StepHeading } from './step-heading.tsx';
import { useFactorCheck } from './use-factor-check.ts';
import { useSubmit } from './use-submit.ts';
import { failureWords, isAppRefused } from './words.ts';

type Props = {
  factorId: string;
  /** For someone who has a setup code and finds that an app already exists. */
  setUp: { begin: () => void; busy: boolean; failure: unknown };
  onDone: () => Promise<void>;
  onEnd: (words: string) => void;
};

export function FactorStep({ factorId, setUp, onDone, onEnd }: Props) {
  const [code, setCode] = useState('');
  const verify = useFactorCheck('in use');
  const { form, busy, failure, onSubmit } = useSubmit(async () => {
    requireDigits(code);
    await verify(factorId, code);
    await onDone();
  }, onEnd);

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="rise space-y-6">
      <StepHeading
        step="Open your authenticator app"
        intro="It’s the app on your phone that you set up for Béa. It shows a new code every 30 seconds."
      >
        Team sign-in
      </StepHeading>
      <CodeField
        first
        label="Code from your app"
        name="totp"
        value={code}
        onChange={setCode}
        error={failureWords(failure)}
      />
      <Button type="submit" busy={busy} className="w-full">
        Continue
      </Button>
      <p className="text-small text-pretty text-soft">
        Lost your phone, or have a new one? Ask an administrator to reset your app. They’ll give you a new
        setup code, and you can set up the app on your new phone.
      </p>
      {setUp.failure !== null && (
        <div role="alert">
          <Notice>{failureWords(setUp.failure)}</Notice>
        </div>
      )}
      {!isAppRefused(setUp.failure) && (
        <Button look="quiet" busy={setUp.busy} disabled={busy} onClick={setUp.begin} className="w-full">
          I have a setup code
        </Button>
      )}
    </form>
  );
}
