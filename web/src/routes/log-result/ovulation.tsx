import { OpensSoon } from '@/components/opens-soon.tsx';
import { PageHeading } from '@/components/page-heading.tsx';
import type { PageProps } from '@/portal/pages.ts';

export default function LogOvulation({ title }: PageProps) {
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <OpensSoon>You will log your ovulation tests here.</OpensSoon>
    </>
  );
}
