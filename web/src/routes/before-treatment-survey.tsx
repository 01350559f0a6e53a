import { PageHeading } from '@/components/page-heading.tsx';
import { BeforeTreatmentSurvey } from '@/features/before-treatment-survey/before-treatment-survey.tsx';
import type { PageProps } from '@/portal/pages.ts';

export default function BeforeTreatment({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <BeforeTreatmentSurvey />
    </>
  );
}
