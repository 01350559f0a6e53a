import { GoButton } from '@/components/action/go-button.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';

export function NoResults() {
  return (
    <EmptyState
      picture="no-results"
      title="You don't have any logged results"
      action={
        <GoButton to="/log-result/ovulation" look="outline">
          Log your first result
        </GoButton>
      }
    />
  );
}
