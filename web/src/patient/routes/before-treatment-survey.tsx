import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { BeforeTreatmentSurvey } from '@/patient/features/before-treatment-survey/before-treatment-survey.tsx';
import { NotNow } from '@/patient/not-now.tsx';
import type { PageProps } from '@/patient/pages.ts';
import { prefetchPlace, useSurveyPlace } from '@/patient/use-survey-place.ts';

export const prefetch = prefetchPlace;

export default function BeforeTreatment({ title }: PageProps) {
  const why = useSurveyPlace('before-treatment');
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      {why === undefined && <LoadingBlock lines={4} className="mx-auto max-w-xl" />}
      {why === null && <BeforeTreatmentSurvey />}
      {why && <NotNow title={title} survey="before-treatment" why={why} />}
    </>
  );
}
