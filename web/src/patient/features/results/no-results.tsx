import { GoButton } from '@/components/action/go-button.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';

/** `asksToTest` is false if nothing asks for a test. */
export function NoResults({ asksToTest }: { asksToTest: boolean }) {
  return (
    <EmptyState
      picture="no-results"
      title="You don't have any logged results"
      action={
        asksToTest && (
          <GoButton to="/log-result/ovulation" look="outline">
            Log your first result
          </GoButton>
        )
      }
    />
  );
}
