import { isCapIn } from '@domain/treatment-day/treatment-day.ts';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { useTreatmentDay } from '@/lib/entries/treatment-day.ts';
import { LogPeriod } from '@/patient/features/cycle/log-period.tsx';
import { AfterAgreement } from '@/patient/features/safety-check/after-agreement.tsx';
import { safetyCheckQuery } from '@/patient/features/safety-check/queries.ts';
import type { PageProps } from '@/patient/pages.ts';

/** Whose body it is, which is asked first where it is not known. */
export const prefetch = ({ id }: SignedInUser) => queryClient.prefetchQuery(safetyCheckQuery(id));

export default function LogPeriodPage({ title }: PageProps) {
  const hasCapIn = isCapIn(useTreatmentDay(useUser().id));
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <AfterAgreement>
        <LogPeriod isCapIn={hasCapIn} />
      </AfterAgreement>
    </>
  );
}
