import { PageHeading } from '@/components/page-heading.tsx';
import { LogPregnancy } from '@/features/log-pregnancy/log-pregnancy.tsx';
import { queryClient } from '@/lib/query-client.ts';
import type { SignedInUser } from '@/lib/session.ts';
import { treatmentCycleQuery } from '@/lib/treatment-cycle.ts';
import type { PageProps } from '@/portal/pages.ts';

export function prefetch({ id }: SignedInUser): void {
  void queryClient.prefetchQuery(treatmentCycleQuery(id));
}

export default function LogPregnancyTest({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <LogPregnancy />
    </>
  );
}
