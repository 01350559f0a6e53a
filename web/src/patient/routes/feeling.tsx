import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { FEELING } from '@domain/copy/feeling.ts';
import { WITHDRAWN } from '@domain/onboarding/withdrawn-words.ts';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { dutyQuery } from '@/patient/features/feeling/duty-query.ts';
import { FeelingForm } from '@/patient/features/feeling/feeling-form.tsx';
import { capAdviceQuery, pregnancyQuery } from '@/patient/across-features/cap-advice-query.ts';
import { useWithdrawn } from '@/patient/across-features/use-withdrawn.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = ({ id }: SignedInUser) =>
  Promise.all([
    queryClient.prefetchQuery(capAdviceQuery(id)),
    queryClient.prefetchQuery(pregnancyQuery(id)),
    queryClient.prefetchQuery(dutyQuery),
  ]);

/** Few reports speak of a loss. */
const LossMentioned = lazy(() => import('@/patient/across-features/loss-mentioned.tsx'));
const lossCard = (isSent: boolean) => (
  <Suspense>
    <LossMentioned isSent={isSent} />
  </Suspense>
);

export default function Feeling({ title }: PageProps) {
  const { id } = useUser();
  const speaksOfCap = useQuery(capAdviceQuery(id)).data ?? true;
  const pregnancy = useQuery(pregnancyQuery(id)).data ?? 'maybe';
  const hasWithdrawn = useWithdrawn();
  return (
    <>
      <PageHeading intro={hasWithdrawn ? WITHDRAWN.feeling : FEELING.intro}>{title}</PageHeading>
      <FeelingForm {...{ speaksOfCap, pregnancy, lossCard }} isSent={!hasWithdrawn} />
    </>
  );
}
