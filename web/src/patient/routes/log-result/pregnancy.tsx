import { PageHeading } from '@/components/layout/page-heading.tsx';
import { LogPregnancy } from '@/patient/features/log-pregnancy/log-pregnancy.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { treatmentCycleQuery } from '@/lib/entries/treatment-cycle.ts';
import { prefetchCare, useCare } from '@/patient/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = (user: SignedInUser) =>
  Promise.all([queryClient.prefetchQuery(treatmentCycleQuery(user.id)), prefetchCare(user)]);

export default function LogPregnancyTest({ title }: PageProps) {
  const { standingAfter } = useCare();
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <LogPregnancy standingAfter={standingAfter} />
    </>
  );
}
