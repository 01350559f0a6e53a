import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { PageHeading } from '@/components/page-heading.tsx';
import { Card } from '@/components/ui/card.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { LoadingBlock } from '@/components/ui/skeleton.tsx';
import { CollectionView } from '@/features/learn/collection-view.tsx';
import { LearnOverview } from '@/features/learn/overview.tsx';
import { collectionsQuery } from '@/features/learn/queries.ts';
import { externalLink } from '@/lib/external-links.ts';
import { queryClient } from '@/lib/query-client.ts';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import type { PageProps } from '@/portal/pages.ts';

export const prefetch = () => queryClient.prefetchQuery(collectionsQuery);

export default function Learn({ title }: PageProps) {
  const [search] = useSearchParams();
  const [now] = useState(Date.now);
  const { data: collections, error, isPending, refetch } = useQuery(collectionsQuery);
  useFailureToast(error, 'Failed to load content. Please try again later.');

  const open = collections?.find(
    ({ handle, articles }) => handle === search.get('collection') && articles.length > 0,
  );
  return (
    <>
      <PageHeading {...(open && { hidden: 'always' })}>{title}</PageHeading>
      {isPending && <LoadingBlock lines={5} />}
      {error && !collections && <NotLoaded title="This page did not load." onRetry={() => void refetch()} />}
      {collections?.every(({ articles }) => articles.length === 0) && <Nothing />}
      {open && <CollectionView key={open.handle} collection={open} />}
      {collections && !open && (
        <LearnOverview collections={collections} now={now} eventsPage={externalLink('eventsPage')} />
      )}
    </>
  );
}

function Nothing() {
  return (
    <Card>
      <EmptyState picture="all-done" title="There is nothing to read yet." />
    </Card>
  );
}
