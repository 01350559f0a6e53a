import { PageHeading } from '@/components/layout/page-heading.tsx';
import { Unclear } from '@/patient/features/outcomes/unclear.tsx';
import type { PageProps } from '@/patient/pages.ts';

export default function UnclearResult({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <Unclear />
    </>
  );
}
