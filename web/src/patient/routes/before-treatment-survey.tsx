import { lazy, Suspense } from 'react';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { BeforeTreatmentSurvey } from '@/patient/features/before-treatment-survey/before-treatment-survey.tsx';
import type { PageProps } from '@/patient/pages.ts';
import { prefetchPlace, useFlowPlace } from '@/patient/across-features/use-flow-place.ts';
import { useKit } from '@/patient/across-features/use-kit.ts';

export const prefetch = prefetchPlace;

/** Loaded on demand, because most patients come from their plan. */
const NotNow = lazy(() => import('@/patient/across-features/not-now.tsx'));

export default function BeforeTreatment({ title }: PageProps) {
  const why = useFlowPlace('before-treatment');
  const kit = useKit();
  const loading = <LoadingBlock lines={4} className="mx-auto max-w-xl" />;
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      {(why === undefined || (why === null && kit === undefined)) && loading}
      {why === null && kit !== undefined && <BeforeTreatmentSurvey isBeforeKit={kit === 'none'} />}
      {why && (
        <Suspense fallback={loading}>
          <NotNow title={title} flow="before-treatment" why={why} />
        </Suspense>
      )}
    </>
  );
}
