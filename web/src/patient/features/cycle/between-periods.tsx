import { LOG_PERIOD } from '@domain/copy/log-period.ts';
import { FEELING_TITLE } from '@domain/copy/words.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';

/** It wasn't a period, so the page asks how the patient feels. */
export const BetweenPeriods = () => (
  <FlowFeedback
    {...LOG_PERIOD.between}
    pending={false}
    actions={
      <>
        <GoButton to="/feeling">{FEELING_TITLE}</GoButton>
        <GoButton to="/home" look="quiet">
          Go to Home
        </GoButton>
      </>
    }
  />
);
