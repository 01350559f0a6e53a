import { useQuery } from '@tanstack/react-query';
import { signsAfterLoss } from '@domain/copy/emergency-signs.ts';
import { isCapIn } from '@domain/treatment-day/treatment-day.ts';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { useTreatmentDay } from '@/lib/entries/treatment-day.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { LogPeriod } from '@/patient/features/cycle/log-period.tsx';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { AfterAgreement } from '@/patient/features/safety-check/after-agreement.tsx';
import { safetyCheckQuery } from '@/patient/features/safety-check/queries.ts';
import { usePeriodInPlan } from '@/patient/across-features/use-period-in-plan.ts';
import type { PageProps } from '@/patient/pages.ts';

/** Asks first who uses the applicator, if that isn't known. */
export const prefetch = (user: SignedInUser) =>
  Promise.all([
    queryClient.prefetchQuery(customerQuery(user.id)),
    queryClient.prefetchQuery(safetyCheckQuery(user.id)),
    queryClient.prefetchQuery(cycleQuery(user.id)),
    queryClient.prefetchQuery(completedPhasesQuery(user.id)),
  ]);

export default function LogPeriodPage({ title }: PageProps) {
  const { id } = useUser();
  const { data: record } = useQuery(customerQuery(id));
  const placeOf = usePeriodInPlan();
  const signs = signsAfterLoss(isCapIn(useTreatmentDay(id)));
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <AfterAgreement>
        <LogPeriod signs={signs} placeOf={placeOf} isPregnant={record?.status === 'Pregnant'} />
      </AfterAgreement>
    </>
  );
}
