import { Lock } from 'lucide-react';
import { actionsOf } from '@domain/journey/actions.ts';
import { isStepComplete } from '@domain/journey/progress.ts';
import { phaseOf } from '@domain/journey/phase-of.ts';
import type { ActionFacts } from '@domain/journey/actions.ts';
import type { Progress } from '@domain/journey/progress.ts';
import type { Step } from '@domain/journey/types.ts';
import { DescribedPicture } from '@/components/art/described-picture.tsx';
import { Button } from '@/components/action/button.tsx';
import { Drawer } from '@/components/overlay/drawer.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { ActionGrid } from '../actions/action-grid.tsx';
import { CoachTalk } from './coach-talk.tsx';
import { lockReason } from './lock-reason.ts';
import type { UndoableCompletion } from '../own-plan.ts';
import { Undo } from '../marking/undo.tsx';

type Props = {
  /** Null while no phase is open. */
  step: Step | null;
  progress: Progress;
  facts: ActionFacts;
  /** The review took place. */
  isReviewed?: boolean;
  /** False outside treatment. Phases can still be read then. */
  asks: boolean;
  saving: boolean;
  /** The last marked phase, if it can be undone. */
  takeBack: UndoableCompletion | null;
  onComplete: (step: Step) => void;
  onClose: () => void;
};

export function PhaseDrawer({
  step,
  progress,
  facts,
  isReviewed = false,
  asks,
  saving,
  takeBack,
  onComplete,
  onClose,
}: Props) {
  const last = takeBack?.steps.at(-1);
  const isLast = step && last?.phaseId === step.phase.id && last.cycle === step.cycle;
  return (
    <Drawer
      open={step !== null}
      onClose={onClose}
      dismissible={!saving}
      isInAddress
      caption={step ? captionOf(step) : ''}
      title={step?.phase.title ?? ''}
      picture={step && <DescribedPicture name={phaseOf(step, progress).image} className="size-full" />}
      footer={
        step &&
        hasButton(step, progress, asks) && (
          <>
            <CompleteButton {...{ step, progress, asks, saving, onComplete }} />
            {isLast && takeBack && <Undo takeBack={takeBack} className="mt-2 w-full" />}
          </>
        )
      }
    >
      {step && <Phase {...{ step, progress, facts, isReviewed, asks }} />}
    </Drawer>
  );
}

/** Outside treatment, only completed actions are shown as such. The others can't be completed. */
const hasButton = (step: Step, { completed }: Progress, asks: boolean) =>
  asks || step.cycle === null || isStepComplete(step, completed);

const captionOf = ({ stage, cycle }: Step) =>
  `STAGE ${stage.number}${cycle === null ? '' : `, CYCLE ${cycle}`} - ${stage.title}`;

type Read = Pick<Props, 'progress' | 'facts' | 'asks'> & { step: Step; isReviewed: boolean };

function Phase({ step, progress, facts, isReviewed, asks }: Read) {
  const { stage } = step;
  const phase = phaseOf(step, progress, isReviewed);
  const reason = lockReason(step, progress, asks);
  const isCoachTalk = stage.number === 2 && phase.number === 2;
  const actions = actionsOf(step, progress, facts, asks);
  return (
    <>
      {reason && (
        <p className="flex gap-3 rounded-field border border-dashed border-edge/60 bg-paper px-4 py-3.5">
          <Lock aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-soft" />
          {reason}
        </p>
      )}
      {asks && phase.hint && <Notice>{phase.hint}</Notice>}
      <p className="max-w-prose">{phase.description}</p>
      {isCoachTalk && <CoachTalk />}
      {actions.length > 0 && <ActionGrid actions={actions} size="large" />}
    </>
  );
}

type Completing = Pick<Props, 'progress' | 'asks' | 'saving' | 'onComplete'> & { step: Step };

function CompleteButton({ step, progress, asks, saving, onComplete }: Completing) {
  const isComplete = isStepComplete(step, progress.completed);
  return (
    <Button
      look="complete"
      className="w-full"
      busy={saving}
      disabled={isComplete || lockReason(step, progress, asks) !== null}
      onClick={() => onComplete(step)}
    >
      {isComplete ? 'Completed' : saving ? 'Updating...' : 'Mark as complete'}
    </Button>
  );
}
