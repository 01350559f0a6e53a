import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { EmptyState } from './empty-state.tsx';

/** In the place of what did not come. */
export function NotLoaded({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <Card>
      <EmptyState
        picture="error"
        title={title}
        action={
          <Button look="outline" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </Card>
  );
}
