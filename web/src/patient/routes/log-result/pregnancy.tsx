import { useQuery } from '@tanstack/react-query';
import { cycleOfLastUse } from '@domain/next-step/last-use.ts';
import { nextStepRowsIn } from '@domain/next-step/rows.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { LogPregnancy } from '@/patient/features/log-pregnancy/log-pregnancy.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { treatmentCycleQuery } from '@/lib/entries/treatment-cycle.ts';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = (user: SignedInUser) =>
  Promise.all([
    queryClient.prefetchQuery(treatmentCycleQuery(user.id)),
    queryClient.prefetchQuery(cycleQuery(user.id)),
    prefetchCare(user),
  ]);

export default function LogPregnancyTest({ title }: PageProps) {
  const { id } = useUser();
  const { care, statusAfter } = useCare();
  const { data: byPlan = 1 } = useQuery(treatmentCycleQuery(id));
  const { data: ownCycle } = useQuery(cycleQuery(id));
  // Loads while the patient is still choosing.
  const { data: rules } = useQuery({
    queryKey: ['test-rules'],
    queryFn: () => import('@/patient/across-features/test-in-cycle.ts'),
    staleTime: Infinity,
  });
  const cycleOn = (day: LocalDate) =>
    cycleOfLastUse(ownCycle === undefined ? [] : nextStepRowsIn(ownCycle).uses, day) ?? byPlan;
  const isEarlyOn = (day: LocalDate) =>
    ownCycle !== undefined && rules !== undefined && rules.isEarly(ownCycle, day);
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <LogPregnancy {...{ statusAfter, cycleOn, isEarlyOn }} isStopped={care?.state === 'stopped'} />
    </>
  );
}
