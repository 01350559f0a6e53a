import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { currentStep, currentStage } from '@domain/journey/current.ts';
import { cyclesOf } from '@domain/journey/outline.ts';
import { cycleState } from '@domain/journey/access.ts';
import { isStageComplete, type Progress } from '@domain/journey/progress.ts';
import { timeline } from '@domain/journey/timeline.ts';
import type { ActionType, Stage, Step } from '@domain/journey/types.ts';
import { Badge } from '@/components/layout/badge.tsx';
import { Disclosure } from '@/components/layout/disclosure.tsx';
import { PhaseTimeline } from './phase-timeline.tsx';

type Props = {
  stage: Stage;
  progress: Progress;
  /** The review took place. */
  isReviewed?: boolean;
  /** Nothing is ahead, as in a pause or after a loss, so nothing opens by itself. */
  isAtRest: boolean;
  /** The phase in the URL, if any. Its stage and cycle are open. */
  opened: Step | null;
  /** The number of each action type in a phase's drawer. */
  countsOf: (step: Step) => Record<ActionType, number>;
  onOpen: (step: Step) => void;
};

export function StagePanel({ stage, progress, isReviewed, isAtRest, opened, countsOf, onOpen }: Props) {
  const isCurrent = !isAtRest && stage.number === currentStage(progress).number;
  const [open, toggle] = useOpen(isCurrent, opened?.stage.id === stage.id);
  const cycles = cyclesOf(stage);
  return (
    <Disclosure
      level={2}
      title={`STAGE ${stage.number} - ${stage.title}`}
      aside={isStageComplete(stage, progress) && <Done />}
      open={open}
      onToggle={toggle}
    >
      <p className="mb-6 max-w-prose text-soft">{stage.description}</p>
      {cycles.length === 0 && (
        <PhaseTimeline phases={timeline(stage, null, progress, isReviewed)} {...{ countsOf, onOpen }} />
      )}
      {cycles.map((cycle) => (
        <CycleSection key={cycle} {...{ stage, cycle, progress, isAtRest, opened, countsOf, onOpen }} />
      ))}
    </Disclosure>
  );
}

function CycleSection({
  stage,
  cycle,
  progress,
  isAtRest,
  opened,
  countsOf,
  onOpen,
}: Props & { cycle: number }) {
  const state = cycleState(stage, cycle, progress);
  const [open, toggle] = useOpen(
    !isAtRest && currentStep(progress)?.cycle === cycle,
    opened?.cycle === cycle,
  );
  const phases = timeline(stage, cycle, progress);
  const isDone = phases.every(({ marker }) => marker === 'complete');
  return (
    <Disclosure
      look="plain"
      title={`Cycle ${cycle}`}
      aside={state === 'not needed' ? <Badge>not needed</Badge> : isDone && <Done />}
      locked={state !== 'open'}
      open={open}
      onToggle={toggle}
    >
      <PhaseTimeline phases={phases} {...{ countsOf, onOpen }} />
    </Disclosure>
  );
}

/**
 * Opens the patient's current place, until they decide otherwise. The place a drawer was opened from stays
 * open behind it.
 */
function useOpen(isCurrent: boolean, holdsOpened: boolean): [boolean, (open: boolean) => void] {
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (holdsOpened && chosen === null) setChosen(true);
  return [chosen ?? (isCurrent || holdsOpened), setChosen];
}

const Done = () => (
  <CircleCheck aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-sage" />
);
