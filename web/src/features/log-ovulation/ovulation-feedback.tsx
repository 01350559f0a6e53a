import { useLocation } from 'wouter';
import { OVULATION_FEEDBACK } from '@domain/copy/ovulation-feedback.ts';
import type { OvulationResult } from '@domain/results/ovulation.ts';
import { FlowFeedback } from '@/components/flow-feedback.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextLink } from '@/components/ui/link-button.tsx';

type Props = { result: OvulationResult; waiting: boolean; onLogAnother: () => void; onExit: () => void };

export function OvulationFeedback({ result, waiting, onLogAnother, onExit }: Props) {
  const [, navigate] = useLocation();
  const isPeak = result === 'Peak (Positive LH Surge)';
  return (
    <FlowFeedback
      {...OVULATION_FEEDBACK[result]}
      picture={isPeak ? 'applicators' : 'ovulation'}
      waiting={waiting}
      actions={
        <>
          {isPeak && (
            <Button onClick={() => navigate('/applicator-instructions')}>Read the applicator steps</Button>
          )}
          <Button look={isPeak ? 'quiet' : 'primary'} onClick={onExit}>
            Exit
          </Button>
          <Button look="quiet" onClick={onLogAnother}>
            Log another result
          </Button>
        </>
      }
    >
      <p className="text-soft">
        Your results are stored in <TextLink to="/account">My Account</TextLink>.
      </p>
    </FlowFeedback>
  );
}
