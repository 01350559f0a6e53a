import { Card } from '@/components/layout/card.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';

/** For an address with an unknown call type, usually an old link. */
export function UnknownType() {
  return (
    <Card>
      <EmptyState
        picture="not-found"
        title="We couldn’t find this call type"
        action={<LinkButton to="/support">Go to My Coach</LinkButton>}
      >
        The link may be old. Your coach can book a call with you or tell you which one to select.
      </EmptyState>
    </Card>
  );
}
