import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Button } from '@/components/action/button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { endSession } from '@/lib/backend/supabase.ts';
import { FactorStep } from './factor-step.tsx';
import { missingQuery } from './factors.ts';
import { StepHeading } from './step-heading.tsx';
import { failureWords } from './words.ts';

// It draws a QR code, once in a person's time with the clinic.
const SetUp = lazy(() => import('./set-up.tsx'));

type Props = { user: SignedInUser; onDone: () => Promise<void> };

/** The second half of signing in, for somebody whose address is known. */
export function SecondFactor({ user, onDone }: Props) {
  return (
    <>
      <Step user={user} onDone={onDone} />
      <Button look="quiet" onClick={() => void endSession()} className="mt-2 -mb-3 w-full">
        Use a different email
      </Button>
    </>
  );
}

function Step({ user, onDone }: Props) {
  const { data: missing, error, refetch } = useQuery(missingQuery(user.id));

  if (error) {
    return (
      <div className="space-y-6">
        <StepHeading>Team sign-in</StepHeading>
        <p role="alert">{failureWords(error)}</p>
        <Button look="outline" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (!missing) return <LoadingBlock label="Loading....." lines={3} />;
  if (missing.step === 'code') return <FactorStep factorId={missing.factorId} onDone={onDone} />;
  return (
    <Suspense fallback={<LoadingBlock label="Loading....." lines={3} />}>
      <SetUp enrolment={missing.step === 'enrolment' ? missing.enrolment : null} onDone={onDone} />
    </Suspense>
  );
}
