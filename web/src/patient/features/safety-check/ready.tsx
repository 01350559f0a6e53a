import { DONOR_ADVICE, SAFETY_CHECK, SAFETY_OUTCOMES } from '@domain/copy/safety-check.ts';
import type { QuestionId } from '@domain/safety/questions.ts';
import { Button } from '@/components/action/button.tsx';
import { GoButton } from '@/components/action/go-button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { Correct, type Correction } from './correct.tsx';

type Props = {
  /** The outcome of the answers just sent. Null if they were sent before. */
  reasons: readonly QuestionId[] | null;
  onAgain: () => void;
  correction: Correction | null;
  /** The patient had asked for an answer today and no longer needs it. */
  answerNotNeeded: boolean;
};

export function Ready({ reasons, onAgain, correction, answerNotNeeded }: Props) {
  return (
    <FlowStep
      heading={SAFETY_OUTCOMES.ready}
      moved={reasons !== null}
      actions={
        <>
          <GoButton to="/treatment-day">{SAFETY_CHECK.timers}</GoButton>
          <GoButton to="/applicator-instructions" look="outline">
            {SAFETY_CHECK.steps}
          </GoButton>
          <Button look="quiet" onClick={onAgain}>
            {SAFETY_CHECK.answerAgain}
          </Button>
        </>
      }
    >
      <p>{SAFETY_CHECK.counts}</p>
      {answerNotNeeded && <Notice>{SAFETY_CHECK.answerNotNeeded}</Notice>}
      {correction && <Correct {...correction} />}
      {reasons?.some((reason) => reason === 'donor-screened' || reason === 'donor-unscreened') && (
        <Notice>
          <p>{DONOR_ADVICE}</p>
          <LinkButton to="/support" look="outline" className="mt-3">
            {SAFETY_CHECK.coach}
          </LinkButton>
        </Notice>
      )}
    </FlowStep>
  );
}
