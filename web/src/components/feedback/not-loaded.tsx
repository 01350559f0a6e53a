import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { EmptyState } from './empty-state.tsx';

/** Shown in place of what did not load. */
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
