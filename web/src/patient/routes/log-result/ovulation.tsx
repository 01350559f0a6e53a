import { PageHeading } from '@/components/layout/page-heading.tsx';
import { LogOvulation } from '@/patient/features/log-ovulation/log-ovulation.tsx';
import type { PageProps } from '@/patient/pages.ts';

export default function LogOvulationTest({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <LogOvulation />
    </>
  );
}
