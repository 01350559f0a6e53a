import { PageHeading } from '@/components/page-heading.tsx';
import { LogOvulation } from '@/features/log-ovulation/log-ovulation.tsx';
import type { PageProps } from '@/portal/pages.ts';

export default function LogOvulationTest({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <LogOvulation />
    </>
  );
}
