import { PageHeading } from '@/components/layout/page-heading.tsx';
import { Unclear } from '@/patient/features/outcomes/unclear.tsx';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = prefetchCare;

export default function UnclearResult({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <Unclear {...useCare()} />
    </>
  );
}
