import { Card } from '@/components/ui/card.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { LinkButton } from '@/components/ui/link-button.tsx';

/** For a call that is over, cancelled, about to start, or could not be loaded. */
export const CannotMove = () => (
  <Card>
    <EmptyState
      picture="not-found"
      title="This call cannot be rescheduled"
      action={<LinkButton to="/home">See my calls</LinkButton>}
    >
      It may be over, cancelled, or about to start. Your coach can help with anything else.
    </EmptyState>
  </Card>
);
