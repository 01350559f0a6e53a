import { Card } from '@/components/layout/card.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';

/** For a call that is over, canceled, about to start, or could not be loaded. */
export const CannotMove = () => (
  <Card>
    <EmptyState
      picture="not-found"
      title="This call can’t be rescheduled"
      action={<LinkButton to="/home">See my calls</LinkButton>}
    >
      It may be over, canceled, or about to start. If you need help, message your coach.
    </EmptyState>
  </Card>
);
