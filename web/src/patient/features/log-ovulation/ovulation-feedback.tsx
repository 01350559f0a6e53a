import { useLocation } from 'wouter';
import { FEELING_TITLE } from '@domain/copy/words.ts';
import { EARLIER_TEST, ovulationFeedback } from '@domain/copy/ovulation-feedback.ts';
import type { OvulationResult } from '@domain/results/ovulation.ts';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { Button } from '@/components/action/button.tsx';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';

type Props = {
  result: OvulationResult;
  /** Taken more than a day ago: what is said about now may not hold. */
  isEarlier: boolean;
  pending: boolean;
  onLogAnother: () => void;
  onExit: () => void;
};

export function OvulationFeedback({ result, isEarlier, pending, onLogAnother, onExit }: Props) {
  const [, navigate] = useLocation();
  const earlier = EARLIER_TEST[result];
  const isPeak = result === 'Peak (Positive LH Surge)';
  return (
    <FlowFeedback
      {...ovulationFeedback(result, isEarlier)}
      picture={isPeak && !isEarlier ? 'applicators' : 'ovulation'}
      pending={pending}
      actions={
        <>
          {isPeak && !isEarlier && (
            <Button onClick={() => navigate('/applicator-instructions')}>Read the applicator steps</Button>
          )}
          {isPeak && isEarlier && <Button onClick={() => navigate('/support')}>Message my Coach</Button>}
          <Button look={isPeak ? 'quiet' : 'primary'} onClick={onExit}>
            Exit
          </Button>
          <Button look="quiet" onClick={onLogAnother}>
            Log another result
          </Button>
        </>
      }
    >
      {isEarlier && earlier && <Notice>{earlier}</Notice>}
      <p className="text-soft">
        Your results are stored in <TextLink to="/account">My Account</TextLink>.
      </p>
      <LinkButton to="/feeling" look="outline">
        {FEELING_TITLE}
      </LinkButton>
    </FlowFeedback>
  );
}
