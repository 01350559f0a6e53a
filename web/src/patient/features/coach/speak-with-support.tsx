import { Mail } from 'lucide-react';
import { Card } from '@/components/layout/card.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { clinicSays, mailTo } from '@/lib/clinic/clinic.ts';

export function SpeakWithSupport() {
  return (
    <Card title="Speak with Support">
      <p className="mb-5 max-w-prose text-soft">
        For anything not related to your treatment or care plan: your delivery, your account or this portal.
      </p>
      <LinkButton to={mailTo(clinicSays('supportEmail'), 'A question about my account')} look="outline">
        <Mail aria-hidden="true" strokeWidth={1.75} className="size-5" />
        Email Support
      </LinkButton>
    </Card>
  );
}
