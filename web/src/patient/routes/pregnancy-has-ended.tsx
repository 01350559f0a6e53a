import { PageHeading } from '@/components/layout/page-heading.tsx';
import { LossForm } from '@/patient/features/outcomes/loss-form.tsx';
import type { PageProps } from '@/patient/pages.ts';

export default function PregnancyHasEnded({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <LossForm />
    </>
  );
}
