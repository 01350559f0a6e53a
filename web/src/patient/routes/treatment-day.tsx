import { useSearch } from 'wouter';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { safetyCheckQuery } from '@/lib/entries/safety-check.ts';
import { treatmentDayQuery } from '@/lib/entries/treatment-day-query.ts';
import { TreatmentDay } from '@/patient/features/treatment-day/treatment-day.tsx';
import { prefetchCare, useCare } from '@/patient/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = (user: SignedInUser) =>
  Promise.all([
    prefetchCare(user),
    queryClient.prefetchQuery(treatmentDayQuery(user.id)),
    queryClient.prefetchQuery(safetyCheckQuery(user.id)),
  ]);

export default function TreatmentDayPage({ title }: PageProps) {
  const { care } = useCare();
  const hasStarted = new URLSearchParams(useSearch()).has('started');
  return (
    <>
      <PageHeading intro="Start each timer when you get there. They keep running if you close the page or lose the network, and your other devices show them too.">
        {title}
      </PageHeading>
      <TreatmentDay asks={care?.surfaces.plan.asks ?? true} hasStarted={hasStarted} />
    </>
  );
}
