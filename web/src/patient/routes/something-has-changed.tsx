import { CHANGED } from '@domain/copy/outcomes.ts';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { Changes } from '@/patient/features/outcomes/changes.tsx';
import type { PageProps } from '@/patient/pages.ts';

export default function SomethingHasChanged({ title }: PageProps) {
  return (
    <>
      <PageHeading intro={CHANGED.intro}>{title}</PageHeading>
      <Changes />
    </>
  );
}
