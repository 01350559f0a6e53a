import { OpensSoon } from '@/components/opens-soon.tsx';
import { PageHeading } from '@/components/page-heading.tsx';
import type { PageProps } from '@/portal/pages.ts';

export default function Support({ title }: PageProps) {
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <OpensSoon>Your Clinical Coach, and every way to reach them, will be here.</OpensSoon>
    </>
  );
}
