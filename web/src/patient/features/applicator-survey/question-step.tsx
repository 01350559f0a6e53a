import { REPORT_LATE } from '@domain/copy/report-late.ts';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { Button } from '@/components/action/button.tsx';
import { Stepper } from '@/components/layout/stepper.tsx';
import { questionNumber, QUESTIONS, type QuestionStepName, type SurveyAnswers } from './form.ts';
import { Question } from './question.tsx';

const HEADINGS: Record<QuestionStepName, string> = {
  'insemination-date': 'How did it go today?',
  medications: 'Have you taken any fertility medication this cycle?',
  'sperm-collection': 'How much time was there between sperm collection and insertion?',
  'cervical-cap-wear': 'How long did you wear the cervical cap?',
  'use-feedback': 'How did you find using the Applicator?',
};

type Props = {
  step: QuestionStepName;
  isLate?: boolean;
  answers: SurveyAnswers;
  /** The timers' values. Null if they know of no applicator that day. */
  fromTimers?: Partial<SurveyAnswers> | null;
  /** Prefilled from the timers. */
  isCapOut?: boolean;
  moved: boolean;
  pending: boolean;
  canContinue: boolean;
  onAnswer: (change: Partial<SurveyAnswers>) => void;
  onContinue: () => void;
  onBack: (() => void) | null;
  onExit: () => void;
};

export function QuestionStep(props: Props) {
  const {
    step,
    isLate = false,
    answers,
    fromTimers = null,
    isCapOut = false,
    moved,
    pending,
    canContinue,
    onAnswer,
    onContinue,
    onBack,
    onExit,
  } = props;
  const number = questionNumber(step);
  const submits = number === QUESTIONS;
  return (
    <FlowStep
      heading={isLate && step === 'insemination-date' ? REPORT_LATE.heading : HEADINGS[step]}
      moved={moved}
      progress={<Stepper current={number} total={QUESTIONS} label={`Question ${number} of ${QUESTIONS}`} />}
      actions={
        <>
          <Button disabled={!canContinue} busy={pending} onClick={onContinue}>
            {submits && pending ? 'Submitting...' : 'Continue'}
          </Button>
          {onBack && (
            <Button look="quiet" disabled={pending} onClick={onBack}>
              Back
            </Button>
          )}
          <Button look="quiet" disabled={pending} onClick={onExit}>
            Exit
          </Button>
        </>
      }
    >
      <Question {...{ step, isLate, answers, fromTimers, isCapOut }} disabled={pending} onAnswer={onAnswer} />
    </FlowStep>
  );
}
