import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { aheadOf, type Ahead, type AheadFacts } from '@domain/journey/ahead.ts';
import type { Step } from '@domain/journey/types.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { useCompletePhase } from './use-complete-phase.ts';

const AheadDialog = lazy(() => import('./ahead-dialog.tsx'));

type Marking = {
  /** Marks the phase, or asks first if something in it is still ahead. */
  mark: (step: Step) => void;
  saving: boolean;
  /** Can be rendered anywhere on the page. */
  dialog: ReactNode;
};

type Props = {
  userId: string;
  facts: AheadFacts;
  /** False outside treatment, where no survey is asked for. */
  asks: boolean;
  /** Runs before the next page opens, if there is one. */
  onComplete?: (leaving: boolean) => void;
};

/** Marks a phase as complete, in the plan and on Home. */
export function useMarking({ userId, facts, asks, onComplete }: Props): Marking {
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState<{ step: Step; ahead: Ahead[] } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const completing = useCompletePhase(userId, ({ phase: { redirectAfterPath } }) => {
    // It leads to a survey.
    const next = asks && redirectAfterPath;
    onComplete?.(Boolean(next));
    if (next) navigate(next);
    else toast({ title: 'Success', description: 'Progress updated successfully', duration: 2000 });
  });

  function mark(step: Step) {
    const ahead = aheadOf(step, facts, Date.now());
    if (ahead.length === 0) return completing.mutate(step);
    setAsked({ step, ahead });
    setIsOpen(true);
  }

  return {
    mark,
    saving: completing.isPending,
    dialog: asked && (
      <Suspense>
        <AheadDialog
          phase={asked.step.phase.title}
          ahead={asked.ahead}
          open={isOpen}
          onClose={() => setIsOpen(false)}
          onGo={() => {
            setIsOpen(false);
            completing.mutate(asked.step);
          }}
        />
      </Suspense>
    ),
  };
}
