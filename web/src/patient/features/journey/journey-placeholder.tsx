import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';

/** Shown instead of the journey while it loads, or if it failed. */
export function JourneyPlaceholder({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <Card>
      {failed ? (
        <EmptyState
          picture="error"
          title="Your plan did not load"
          action={
            <Button look="outline" onClick={onRetry}>
              Try again
            </Button>
          }
        />
      ) : (
        <LoadingBlock lines={5} className="min-h-64" />
      )}
    </Card>
  );
}
