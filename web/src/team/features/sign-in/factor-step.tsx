import { useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { CodeField, requireDigits } from './code-field.tsx';
import { verifyFactor } from './factors.ts';
import { StepHeading } from './step-heading.tsx';
import { useSubmit } from './use-submit.ts';
import { failureWords } from './words.ts';

export function FactorStep({ factorId, onDone }: { factorId: string; onDone: () => Promise<void> }) {
  const [code, setCode] = useState('');
  const { form, busy, failure, onSubmit } = useSubmit(async () => {
    requireDigits(code);
    await verifyFactor(factorId, code);
    await onDone();
  });

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="rise space-y-6">
      <StepHeading intro="Your authenticator app shows it under Béa. Without your phone, ask an administrator or a clinician to reset it.">
        Team sign-in
      </StepHeading>
      <CodeField
        first
        label="Code from your app"
        value={code}
        onChange={setCode}
        error={failureWords(failure)}
      />
      <Button type="submit" busy={busy} className="w-full">
        Continue
      </Button>
    </form>
  );
}
