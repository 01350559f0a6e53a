import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { accessQuery } from '@/patient/features/access/queries.ts';
import { ConsentForm } from '@/patient/features/consent/consent-form.tsx';
import { useUser } from '@/lib/backend/session.ts';
import type { PageProps } from '@/patient/pages.ts';

export default function PrivacyTerms({ title }: PageProps) {
  const { id } = useUser();
  const client = useQueryClient();
  const [, navigate] = useLocation();

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
      <ConsentForm userId={id} onSaved={enter} />
    </div>
  );
}
