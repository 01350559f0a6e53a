import { PageHeading } from '@/components/layout/page-heading.tsx';
import { TreatmentDay } from '@/patient/features/treatment-day/treatment-day.tsx';
import type { PageProps } from '@/patient/pages.ts';

export default function TreatmentDayPage({ title }: PageProps) {
  return (
    <>
      <PageHeading intro="Start each timer when you get there. They keep running on this device, even if you close the page or lose the network.">
        {title}
      </PageHeading>
      <TreatmentDay />
    </>
  );
}
