import { lazy, Suspense, useState } from 'react';
import { REPORT_LATE } from '@domain/copy/report-late.ts';
import { Button } from '@/components/action/button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { ApplicatorSurvey } from '@/patient/features/applicator-survey/applicator-survey.tsx';
import type { PageProps } from '@/patient/pages.ts';
import { prefetchPlace, useFlowPlace } from '@/patient/across-features/use-flow-place.ts';

export const prefetch = prefetchPlace;

/** Loaded on demand, because most patients come from their plan. */
const NotNow = lazy(() => import('@/patient/across-features/not-now.tsx'));

/** If the survey is closed, nothing is asked, but a used applicator can still be reported. */
export default function ApplicatorSurveyPage({ title }: PageProps) {
  const why = useFlowPlace('applicator');
  const [reports, setReports] = useState(false);
  const loading = <LoadingBlock lines={4} className="mx-auto max-w-xl" />;
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      {why === undefined && loading}
      {(why === null || reports) && <ApplicatorSurvey isLate={reports} />}
      {why && !reports && (
        <Suspense fallback={loading}>
          <NotNow title={title} flow="applicator" why={why}>
            <p>{REPORT_LATE.offer}</p>
            <Button look="outline" onClick={() => setReports(true)}>
              {REPORT_LATE.button}
            </Button>
          </NotNow>
        </Suspense>
      )}
    </>
  );
}
