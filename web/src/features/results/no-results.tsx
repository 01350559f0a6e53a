import { GoButton } from '@/components/go-button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';

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
