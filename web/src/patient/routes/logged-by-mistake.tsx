import { PageHeading } from '@/components/layout/page-heading.tsx';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { UndoResults } from '@/patient/features/results/undo-results.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = ({ id }: SignedInUser) => queryClient.prefetchQuery(resultsQuery(id));

export default function LoggedByMistake({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <UndoResults heading={title} />
    </>
  );
}
