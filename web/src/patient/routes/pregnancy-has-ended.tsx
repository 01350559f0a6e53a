import { isCapIn } from '@domain/treatment-day/treatment-day.ts';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { LossForm } from '@/patient/features/outcomes/loss-form.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { useTreatmentDay } from '@/lib/entries/treatment-day.ts';
import type { PageProps } from '@/patient/pages.ts';

export default function PregnancyHasEnded({ title }: PageProps) {
  const hasCapIn = isCapIn(useTreatmentDay(useUser().id));
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <LossForm isCapIn={hasCapIn} />
    </>
  );
}
