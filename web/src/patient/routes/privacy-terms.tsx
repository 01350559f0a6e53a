import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { STILL_OPEN } from '@domain/copy/still-open.ts';
import { FEELING_TITLE } from '@domain/copy/words.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { accessQuery } from '@/patient/features/customer/access-query.ts';
import { ConsentForm } from '@/patient/features/consent/consent-form.tsx';
import { config } from '@/lib/backend/config.ts';
import { useUser } from '@/lib/backend/session.ts';
import type { PageProps } from '@/patient/pages.ts';

export default function PrivacyTerms({ title }: PageProps) {
  const { id, email } = useUser();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { data: access } = useQuery(accessQuery(id));

  function enter() {
    // The gate remembers what it was told before.
    client.removeQueries({ queryKey: accessQuery(id).queryKey });
    navigate('/home', { replace: true });
  }

  return (
    <div className="rise mx-auto max-w-2xl">
      <PageHeading
        caption="Before you start"
        intro="Personalized fertility support needs some personal information. Here you decide how we may use yours."
      >
        {title}
      </PageHeading>
      <ConsentForm userId={id} sendsTexts={config().contacts?.['noTexts'] !== true} onSaved={enter}>
        <p className="mt-4 text-small text-soft wrap-anywhere">
          {`You are signed in as ${email}. `}
          {!access?.onboardingCompleted &&
            'If you would rather not agree now, log out above. Nothing is saved before you accept.'}
        </p>
        {access?.onboardingCompleted && <StillOpen />}
      </ConsentForm>
    </div>
  );
}

/** Somebody who has been in treatment may have a cap in, whatever they have withdrawn since. */
function StillOpen() {
  return (
    <section className="mt-10" aria-label={STILL_OPEN.heading}>
      <Notice>
        <h2 className="font-semibold">{STILL_OPEN.heading}</h2>
        <p className="mt-1">{STILL_OPEN.words}</p>
      </Notice>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <LinkButton to="/treatment-day" look="outline">
          {STILL_OPEN.cap}
        </LinkButton>
        <LinkButton to="/feeling" look="outline">
          {FEELING_TITLE}
        </LinkButton>
      </div>
    </section>
  );
}
