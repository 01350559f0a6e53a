import { toDo, type ActionFacts, type Progress } from '@domain/journey/index.ts';
import { Badge } from '@/components/layout/badge.tsx';
import { Card } from '@/components/layout/card.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { ActionGrid } from './action-grid.tsx';

type Props = {
  progress: Progress;
  facts: ActionFacts;
  /** False outside treatment, where nothing is said to be done either. */
  asks: boolean;
};

/** What the current phase asks for. */
export function ToDoCard({ progress, facts, asks }: Props) {
  const actions = toDo(progress, facts, asks);
  if (actions.length === 0 && !asks) return null;
  return (
    <Card title="To Do" badge={<Badge tone="task">{actions.length}</Badge>}>
      {actions.length > 0 ? (
        <ActionGrid actions={actions} />
      ) : (
        <EmptyState picture="all-done" title="You have completed all your assigned tasks!" />
      )}
    </Card>
  );
}
