import { ClipboardList, Compass } from 'lucide-react';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';

/** For My Account: what the patient told us, and the tour that they had at the beginning. */
export function AboutYou() {
  return (
    <Card
      title="Your answers and the tour"
      intro="What you told us about you, and how everything fits together."
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <LinkButton to="/patient-info" look="outline">
          <ClipboardList aria-hidden="true" strokeWidth={1.75} className="size-5" />
          Patient Information
        </LinkButton>
        <LinkButton to="/onboarding" look="outline">
          <Compass aria-hidden="true" strokeWidth={1.75} className="size-5" />
          Take the tour again
        </LinkButton>
      </div>
    </Card>
  );
}
