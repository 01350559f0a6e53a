import { PageHeading } from '@/components/layout/page-heading.tsx';
import { ExperienceSurvey } from '@/patient/features/experience-survey/experience-survey.tsx';
import type { PageProps } from '@/patient/pages.ts';

/** For clinics without their own survey. */
export default function ShareExperience({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <ExperienceSurvey />
    </>
  );
}
