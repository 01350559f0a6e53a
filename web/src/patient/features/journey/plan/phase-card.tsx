import { Lock } from 'lucide-react';
import { useId } from 'react';
import type { ActionType, Phase, Step } from '@domain/journey/types.ts';
import { Picture } from '@/components/art/picture.tsx';
import { Badge } from '@/components/layout/badge.tsx';

type Props = {
  step: Step;
  /** In this patient's words. */
  phase: Phase;
  isCurrent: boolean;
  isLocked: boolean;
  /** The counts of its drawer's list. */
  counts: Record<ActionType, number>;
  onOpen: (step: Step) => void;
};

/** Lets the focus return to the card when its drawer closes, even if a link opened it. */
export const cardId = ({ phase, cycle }: Step) => `phase-${phase.id}${cycle === null ? '' : `-${cycle}`}`;

export function PhaseCard({ step, phase, isCurrent, isLocked, counts, onOpen }: Props) {
  const id = useId();
  return (
    <div
      className={`press relative flex w-full overflow-hidden rounded-[16px] border text-left hover:border-brand/50 ${
        isCurrent ? 'border-brand/40 bg-card shadow-card' : 'border-line bg-card'
      }`}
    >
      <span className="relative w-18 shrink-0 self-stretch max-[22rem]:hidden sm:w-32">
        <Picture name={phase.image} lazy className="absolute inset-0 size-full" />
      </span>
      <span id={`${id}about`} className="min-w-0 flex-1 p-3.5 sm:p-4 sm:px-5">
        <span className="flex items-start gap-3">
          <button
            type="button"
            id={cardId(step)}
            aria-haspopup="dialog"
            aria-describedby={`${id}about`}
            onClick={() => onOpen(step)}
            className="whole-card min-w-0 flex-1 text-left font-display text-lead leading-snug font-medium wrap-anywhere"
          >
            {phase.title}
          </button>
          {isLocked && <LockMark />}
        </span>
        <span className="mt-1 line-clamp-2 text-small text-soft sm:text-body">{phase.description}</span>
        <Counts {...counts} />
      </span>
    </div>
  );
}

function LockMark() {
  return (
    <>
      <Lock aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4.5 shrink-0 text-soft" />
      <span className="sr-only">Locked.</span>
    </>
  );
}

function Counts({ task, learn, other }: Record<ActionType, number>) {
  return (
    <span className="mt-3 flex flex-wrap gap-2">
      {task > 0 && <Badge tone="task">{`${task} ${task === 1 ? 'task' : 'tasks'}`}</Badge>}
      {learn > 0 && <Badge tone="learn">{`${learn} learn`}</Badge>}
      {other > 0 && <Badge tone="other">{`${other} info`}</Badge>}
    </span>
  );
}
