import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { LogPregnancy } from '@/patient/features/log-pregnancy/log-pregnancy.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { treatmentCycleQuery } from '@/lib/entries/treatment-cycle.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = ({ id }: SignedInUser) =>
  Promise.all([
    queryClient.prefetchQuery(treatmentCycleQuery(id)),
    queryClient.prefetchQuery(customerQuery(id)),
  ]);

export default function LogPregnancyTest({ title }: PageProps) {
  const { data: customer, error } = useQuery(customerQuery(useUser().id));
  useFailureLog(error, 'The status could not be read');
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <LogPregnancy pregnant={customer?.status === 'Pregnant'} />
    </>
  );
}
