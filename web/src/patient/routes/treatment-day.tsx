import { useSearch } from 'wouter';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { treatmentDayQuery } from '@/lib/entries/treatment-day-query.ts';
import { safetyCheckQuery, useSafetyStanding } from '@/patient/features/safety-check/queries.ts';
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
  const standing = useSafetyStanding(useUser().id);
  const hasStarted = new URLSearchParams(useSearch()).has('started');
  return (
    <>
      <PageHeading intro="Start each timer when you get there. They keep running if you close the page or lose the network, and your other devices show them too.">
        {title}
      </PageHeading>
      <TreatmentDay
        standing={(care?.surfaces.plan.asks ?? true) ? standing : 'at-rest'}
        hasStarted={hasStarted}
      />
    </>
  );
}
