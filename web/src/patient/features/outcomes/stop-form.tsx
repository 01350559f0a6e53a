import { useState } from 'react';
import { useLocation } from 'wouter';
import { STOP, STOPPED } from '@domain/copy/outcomes.ts';
import { Button } from '@/components/action/button.tsx';
import { GoButton } from '@/components/action/go-button.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import type { Care } from './care.ts';
import { UndoStop } from './undo-stop.tsx';
import { useReport } from './use-report.ts';

type Stop = { kind: 'stop'; reason?: string };

/** One page, one button, no second question. */
export function StopForm({ stopToUndo }: Pick<Care, 'stopToUndo'>) {
  const [, navigate] = useLocation();
  const [reason, setReason] = useState('');
  const { mutate, isPending, isSuccess } = useReport<Stop>('report-outcome', STOP.failure);

  if (isSuccess) {
    return (
      <FlowFeedback {...STOPPED} actions={<GoButton to="/home">Go to Home</GoButton>}>
        {stopToUndo ? (
          <UndoStop {...stopToUndo} onUndone={() => navigate('/home')} />
        ) : (
          <p>{STOP.undoable}</p>
        )}
      </FlowFeedback>
    );
  }
  return (
    <FlowStep
      heading={STOP.title}
      moved={false}
      actions={
        <>
          <Button
            busy={isPending}
            onClick={() => mutate({ kind: 'stop', ...(reason.trim() && { reason: reason.trim() }) })}
          >
            {STOP.title}
          </Button>
          <Button look="quiet" disabled={isPending} onClick={() => navigate('/account')}>
            Back to My Account
          </Button>
        </>
      }
    >
      {STOP.paragraphs.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <TextArea
        {...STOP.reason}
        value={reason}
        maxLength={MAX_CHARACTERS}
        disabled={isPending}
        onChange={(event) => setReason(event.target.value)}
      />
    </FlowStep>
  );
}
