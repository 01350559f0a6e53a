import { PageHeading } from '@/components/page-heading.tsx';
import { ApplicatorSurvey } from '@/features/applicator-survey/applicator-survey.tsx';
import type { PageProps } from '@/portal/pages.ts';

export default function ApplicatorSurveyPage({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <ApplicatorSurvey />
    </>
  );
}
