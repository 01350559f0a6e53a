import { ClipboardList, Compass } from 'lucide-react';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';

/** Shown on My Account: the patient’s answers, and a link to repeat the tour. */
export function AboutYou() {
  return (
    <Card title="Your answers and the tour" intro="Your answers, and how everything fits together.">
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
