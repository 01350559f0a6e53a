import { PageHeading } from '@/components/layout/page-heading.tsx';
import { ApplicatorSurvey } from '@/patient/features/applicator-survey/applicator-survey.tsx';
import type { PageProps } from '@/patient/pages.ts';

export default function ApplicatorSurveyPage({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <ApplicatorSurvey />
    </>
  );
}
