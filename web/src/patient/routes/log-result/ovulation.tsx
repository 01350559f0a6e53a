import { lazy } from 'react';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { MoveOn } from '@/patient/features/journey/marking/move-on.tsx';
import { planQuery } from '@/patient/features/journey/plan-query.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { LogOvulation } from '@/patient/features/log-ovulation/log-ovulation.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { prefetchCare } from '@/patient/across-features/use-care.ts';
import { useTestInCycle } from '@/patient/across-features/use-test-in-cycle.ts';
import type { PageProps } from '@/patient/pages.ts';

/** Loaded on demand, for the few patients whom the safety check blocks. */
const AnswerToday = lazy(() => import('@/patient/across-features/answer-today.tsx'));

export const prefetch = (user: SignedInUser) =>
  Promise.all([
    prefetchCare(user),
    queryClient.prefetchQuery(cycleQuery(user.id)),
    queryClient.prefetchQuery(completedPhasesQuery(user.id)),
    queryClient.prefetchQuery(planQuery(user.id)),
  ]);

export default function LogOvulationTest({ title }: PageProps) {
  const { judge, place, hasLogged } = useTestInCycle();
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <LogOvulation {...{ judge, place, hasLogged, MoveOn, AnswerToday }} />
    </>
  );
}
