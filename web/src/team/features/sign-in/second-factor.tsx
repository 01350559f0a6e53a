import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Button } from '@/components/action/button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { endSession } from '@/lib/backend/supabase.ts';
import { FactorStep } from './factor-step.tsx';
import { nextStepQuery, ownEnrolmentQuery } from './factors.ts';
import { StepHeading } from './step-heading.tsx';
import { endWords, failureWords } from './words.ts';

// Loaded on demand, because a person sees a QR code once.
const SetUp = lazy(() => import('./set-up.tsx'));

type Props = {
  user: SignedInUser;
  onDone: () => Promise<void>;
  /** The session has ended, with a message about it. */
  onEnd: (words: string) => void;
};

/** The second half of signing in, once the address is verified. */
export function SecondFactor(props: Props) {
  return (
    <>
      <Step {...props} />
      <Button look="quiet" onClick={() => void endSession()} className="mt-2 -mb-3 w-full">
        Use a different email
      </Button>
    </>
  );
}

function Step({ user, onDone, onEnd }: Props) {
  const { data: next, error, refetch } = useQuery(nextStepQuery(user.id));
  const own = useQuery(ownEnrolmentQuery(user.id));
  const end = endWords(error ?? own.error);

  useEffect(() => {
    if (end) onEnd(end);
  }, [end, onEnd]);

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
  if (!next) return <LoadingBlock label="Loading....." lines={3} />;
  if (next.step === 'code' && !own.data) {
    const setUp = { begin: () => void own.refetch(), busy: own.isFetching, failure: own.error };
    return <FactorStep factorId={next.factorId} {...{ setUp, onDone, onEnd }} />;
  }
  return (
    <Suspense fallback={<LoadingBlock label="Loading....." lines={3} />}>
      <SetUp
        enrolment={own.data ?? (next.step === 'enrolment' ? next.enrolment : null)}
        userId={user.id}
        {...{ onDone, onEnd }}
      />
    </Suspense>
  );
}
