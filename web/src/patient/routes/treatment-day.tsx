import { lazy, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { DAY_INTRO } from '@domain/copy/day-intro.ts';
import { WITHDRAWN } from '@domain/onboarding/withdrawn-words.ts';
import { isCapIn } from '@domain/treatment-day/treatment-day.ts';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { useTreatmentDay } from '@/lib/entries/treatment-day.ts';
import { treatmentDayQuery } from '@/lib/entries/treatment-day-query.ts';
import { safetyCheckQuery, useSafetyStatus } from '@/patient/features/safety-check/queries.ts';
import { TreatmentDay } from '@/patient/features/treatment-day/treatment-day.tsx';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import { useWithdrawn } from '@/patient/across-features/use-withdrawn.ts';
import type { PageProps } from '@/patient/pages.ts';

/** Stored on the device with this page (web/build/service-worker.ts). */
const DayUrgent = lazy(() => import('@/patient/across-features/day-urgent.tsx'));

export const prefetch = (user: SignedInUser) =>
  Promise.all([
    prefetchCare(user),
    queryClient.prefetchQuery(treatmentDayQuery(user.id)),
    queryClient.prefetchQuery(safetyCheckQuery(user.id)),
  ]);

export default function TreatmentDayPage({ title }: PageProps) {
  const { care } = useCare();
  const { id } = useUser();
  const safety = useSafetyStatus(id);
  const isLate = useLate(PENDING_AT_MOST_MS);
  const hasCapIn = isCapIn(useTreatmentDay(id));
  // Shown together, so that nothing shifts. A cap waits for no response, and a slow response delays no one.
  const isShown = safety !== 'pending' || isLate || hasCapIn;
  const hasWithdrawn = useWithdrawn();
  const asks = !hasWithdrawn && (care?.surfaces.plan.asks ?? true);
  const speaksOfCap = hasCapIn || (care?.surfaces.help.speaksOfCap ?? true);
  const hasStarted = new URLSearchParams(useSearch()).has('started');
  return (
    <>
      <PageHeading intro={hasWithdrawn ? WITHDRAWN.day : asks ? DAY_INTRO.asks : DAY_INTRO.rests}>
        {title}
      </PageHeading>
      {isShown ? (
        <TreatmentDay
          safety={hasWithdrawn ? 'withdrawn' : asks ? safety : 'at-rest'}
          hasStarted={hasStarted}
          urgent={<DayUrgent speaksOfCap={speaksOfCap} />}
        />
      ) : (
        <LoadingBlock lines={6} className="max-w-4xl" />
      )}
    </>
  );
}

const PENDING_AT_MOST_MS = 3000;

function useLate(afterMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isLate;
}
