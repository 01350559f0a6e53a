import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { Unclear } from '@/patient/features/outcomes/unclear.tsx';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = (user: SignedInUser) =>
  Promise.all([queryClient.prefetchQuery(cycleQuery(user.id)), prefetchCare(user)]);

export default function UnclearResult({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <Unclear {...useCare()} isEarly={useIsEarly()} />
    </>
  );
}

/** Whether the last pregnancy test was too early. */
function useIsEarly(): boolean {
  const { id } = useUser();
  const { data: ownCycle } = useQuery(cycleQuery(id));
  const { data: results = [] } = useQuery(resultsQuery(id));
  const { data: rules } = useQuery({
    queryKey: ['test-rules'],
    queryFn: () => import('@/patient/across-features/test-in-cycle.ts'),
    staleTime: Infinity,
  });
  const takenOn = results
    .flatMap((one) => (one.type === 'PREGNANCY' ? [one.takenOn] : []))
    .toSorted()
    .at(-1);
  return takenOn !== undefined && ownCycle !== undefined && rules?.isEarly(ownCycle, takenOn) === true;
}
