import { OpensSoon } from '@/components/opens-soon.tsx';
import { PageHeading } from '@/components/page-heading.tsx';
import type { PageProps } from '@/portal/pages.ts';

export default function PatientInfo({ title }: PageProps) {
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <OpensSoon>A summary of what you told us will be here.</OpensSoon>
    </>
  );
}
