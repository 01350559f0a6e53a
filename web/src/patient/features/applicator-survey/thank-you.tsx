import { useLocation } from 'wouter';
import { REPORT_LATE } from '@domain/copy/report-late.ts';
import { applicatorFeedback, secondApplicatorDay } from '@domain/copy/survey-feedback.ts';
import { needsAdvice, offersCoach } from '@domain/surveys/applicator-steps.ts';
import type { ApplicatorAnswers } from '@domain/surveys/applicator-use.ts';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { Button } from '@/components/action/button.tsx';
import { today } from '@/lib/dates/test-day.ts';
import { ReachUsLater } from '@/product-components/reach-us-later.tsx';
import { CapAdvice } from './cap-advice.tsx';

type Props = {
  answers: ApplicatorAnswers /** Null if no next applicator may be mentioned. */;
  attempt: 1 | 2 | null;
  pending: boolean;
  /** Prefilled from the timers. */
  isCapOut: boolean;
  onExit: () => void;
};

export function ThankYou({ answers, attempt, pending, isCapOut, onExit }: Props) {
  const [, navigate] = useLocation();
  const tooLong = needsAdvice(answers.capWear);
  // The advice has its own button.
  const coach = offersCoach(answers.feedback) && !tooLong;
  return (
    <>
      <FlowFeedback
        {...(attempt === null
          ? REPORT_LATE.thanks
          : applicatorFeedback(
              answers.feedback,
              attempt,
              secondApplicatorDay(answers.inseminationDate, today()),
            ))}
        {...(attempt !== null && { picture: 'all-done' as const })}
        pending={pending}
        actions={
          <>
            {coach && <Button onClick={() => navigate('/support')}>Message my Coach</Button>}
            <Button look={coach ? 'quiet' : 'primary'} onClick={onExit}>
              Exit
            </Button>
          </>
        }
      >
        {tooLong && <CapAdvice isOut={isCapOut} />}
      </FlowFeedback>
      <ReachUsLater />
    </>
  );
}
