import { PageHeading } from '@/components/page-heading.tsx';
import { LogPregnancy } from '@/features/log-pregnancy/log-pregnancy.tsx';
import type { PageProps } from '@/portal/pages.ts';

export default function LogPregnancyTest({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <LogPregnancy />
    </>
  );
}
