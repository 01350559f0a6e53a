import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SAFETY_CHECK } from '@domain/copy/safety-check.ts';
import type { QuestionId } from '@domain/safety/questions.ts';
import { useBack } from '@/components/overlay/back.ts';
import { NotLoaded } from '@/components/feedback/not-loaded.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { Agreement } from './agreement.tsx';
import { Held, type BookedCall } from './held.tsx';
import { safetyCheckQuery } from './queries.ts';
import { QuestionForm } from './question-form.tsx';
import { Ready } from './ready.tsx';
import { WhoseBody } from './whose-body.tsx';

type Props = {
  call?: BookedCall | null;
  /** A clinician read the answers and left the check blocked. */
  isKeptBlocked?: boolean;
};

/** The questions and their outcome, with a way to say that they are about someone else. */
export function SafetyCheck({ call = null, isKeptBlocked = false }: Props) {
  const { id: userId } = useUser();
  const { data, refetch } = useQuery(safetyCheckQuery(userId));
  const [isStating, setStating] = useState(false);
  const [isAgain, setAgain] = useState(false);
  // Stays on the page after an answer, even when another device changes something.
  const [reasons, setReasons] = useState<readonly QuestionId[] | null>(null);

  const [isCorrecting, setCorrecting] = useState(false);

  useBack(isCorrecting ? 1 : 0, () => setCorrecting(false));
  useBack(isAgain ? 1 : 0, () => setAgain(false));
  useBack(isStating ? 1 : 0, () => setStating(false));

  if (!data) return <NotLoaded title={SAFETY_CHECK.notLoaded} onRetry={() => void refetch()} />;
  const { standing, agreement, correctable } = data;
  const whose = <WhoseBody {...agreement} onChange={() => setStating(true)} />;
  const done = (given: readonly QuestionId[]) => {
    setReasons(given);
    setAgain(false);
    setCorrecting(false);
  };
  if (isStating) {
    return <Agreement {...agreement} onDone={() => setStating(false)} />;
  }
  if (isCorrecting && correctable) {
    return (
      <QuestionForm
        key={correctable.id}
        situation={correctable.situation}
        corrects={correctable}
        whose={whose}
        onSent={done}
        onKeep={() => setCorrecting(false)}
      />
    );
  }
  const correction = correctable && { until: correctable.until, onCorrect: () => setCorrecting(true) };
  if (standing === 'held') {
    return (
      <div className="max-w-xl">
        <Held
          moved={reasons !== null}
          answerDueAt={data.answerDueAt}
          correction={correction}
          // Answers just sent are newer than any decision.
          isKeptBlocked={isKeptBlocked && reasons === null}
          call={call}
        />
      </div>
    );
  }
  if (standing === 'ready' && !isAgain) {
    return (
      <div className="max-w-xl">
        <Ready
          reasons={reasons}
          onAgain={() => setAgain(true)}
          correction={correction}
          answerNotNeeded={data.answerNotNeeded}
        />
      </div>
    );
  }
  return <QuestionForm situation={data} whose={whose} onSent={done} />;
}
