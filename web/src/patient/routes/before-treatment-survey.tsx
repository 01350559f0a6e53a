import { PageHeading } from '@/components/layout/page-heading.tsx';
import { BeforeTreatmentSurvey } from '@/patient/features/before-treatment-survey/before-treatment-survey.tsx';
import type { PageProps } from '@/patient/pages.ts';

export default function BeforeTreatment({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <BeforeTreatmentSurvey />
    </>
  );
}
