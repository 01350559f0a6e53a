import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { PREGNANCY_GUIDE } from '@domain/copy/afterwards.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { NotLoaded } from '@/components/feedback/not-loaded.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { Card } from '@/components/layout/card.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { CollectionView } from '@/patient/features/learn/collection-view.tsx';
import { LearnOverview } from '@/patient/features/learn/overview.tsx';
import { collectionsQuery } from '@/patient/features/learn/queries.ts';
import { externalLink } from '@/lib/clinic/external-links.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = (user: SignedInUser) =>
  Promise.all([queryClient.prefetchQuery(collectionsQuery), prefetchCare(user)]);

export default function Learn({ title }: PageProps) {
  const [search] = useSearchParams();
  const [now] = useState(Date.now);
  const { data, error, refetch, ...loading } = useQuery(collectionsQuery);
  const { care, isPending: isUnknown } = useCare();
  const isPending = loading.isPending || isUnknown;
  const collections = isPending ? undefined : data;
  useFailureToast(error, 'Failed to load content. Please try again later.');

  const hasGuide = Boolean(care?.surfaces.learn.pregnancy && care.surfaces.home.congratulates);
  const open = collections?.find(
    ({ handle, articles }) => handle === search.get('collection') && articles.length > 0,
  );
  return (
    <>
      <PageHeading {...(open && { hidden: 'always' })}>{title}</PageHeading>
      {!open && hasGuide && <PregnancyGuide />}
      {isPending && <LoadingBlock lines={5} />}
      {error && !data && <NotLoaded title="This page didn’t load." onRetry={() => void refetch()} />}
      {collections?.every(({ articles }) => articles.length === 0) && <Nothing />}
      {open && <CollectionView key={open.handle} collection={open} />}
      {collections && !open && (
        <LearnOverview
          collections={collections}
          now={now}
          eventsPage={externalLink('eventsPage')}
          shows={care?.surfaces.learn.treatment ?? false}
          first={care?.state === 'after-loss' ? 'hard-days' : undefined}
        />
      )}
    </>
  );
}

/** Comes first for a pregnant patient. */
function PregnancyGuide() {
  return (
    <Card title={PREGNANCY_GUIDE.heading} className="mb-8">
      <p className="max-w-prose">{PREGNANCY_GUIDE.text}</p>
      <LinkButton to={externalLink('pregnancyGuide')} newTab look="outline" className="mt-4">
        {PREGNANCY_GUIDE.download}
      </LinkButton>
    </Card>
  );
}

function Nothing() {
  return (
    <Card>
      <EmptyState picture="all-done" title="There’s nothing to read yet." />
    </Card>
  );
}
