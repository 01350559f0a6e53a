import { OpensSoon } from '@/components/opens-soon.tsx';
import { PageHeading } from '@/components/page-heading.tsx';
import type { PageProps } from '@/portal/pages.ts';

export default function Schedule({ title }: PageProps) {
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <OpensSoon>You will choose a time for your call here.</OpensSoon>
    </>
  );
}
