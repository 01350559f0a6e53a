import { lazy, Suspense } from 'react';
// Not from the journey's index, because that would load code only the plan needs.
import { openCount, toDo, type ActionFacts } from '@domain/journey/actions.ts';
import type { AheadFacts } from '@domain/journey/ahead.ts';
import { currentStep } from '@domain/journey/current.ts';
import type { Progress } from '@domain/journey/progress.ts';
import { Badge } from '@/components/layout/badge.tsx';
import { Card } from '@/components/layout/card.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { ActionGrid } from '../actions/action-grid.tsx';
import type { OwnPlan } from '../own-plan.ts';

const PlanButtons = lazy(() => import('../marking/plan-buttons.tsx'));

/** The space for the buttons, so that the content below doesn't move. */
const space = <div className="mt-5 h-17" />;

type Props = {
  progress: Progress;
  facts: ActionFacts & AheadFacts;
  /** Undefined while loading. Until then nothing is counted, and notes aren't listed. */
  plan: OwnPlan | null | undefined;
  /** False outside treatment, if there are no completed actions to show either. */
  asks: boolean;
};

/** The current phase's tasks. */
export function ToDoCard({ progress, facts, plan, asks }: Props) {
  const actions = toDo(progress, facts, asks).filter(
    ({ notesReference }) => plan !== undefined || !notesReference,
  );
  if (actions.length === 0 && !asks) return null;
  const step = currentStep(progress);
  return (
    <Card
      title="To Do"
      badge={
        <span className={plan === undefined ? 'invisible' : ''}>
          <Badge tone="task">{openCount(actions)}</Badge>
        </span>
      }
    >
      {actions.length > 0 ? (
        <ActionGrid actions={actions} />
      ) : (
        <EmptyState picture="all-done" title="You have completed all your assigned tasks!" />
      )}
      <Suspense fallback={space}>
        {plan === undefined ? space : <PlanButtons step={step} facts={facts} asks={asks} plan={plan} />}
      </Suspense>
    </Card>
  );
}
