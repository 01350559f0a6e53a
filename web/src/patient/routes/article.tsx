import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Logo } from '@/components/layout/logo.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { ArticlePage } from '@/patient/features/learn/article.tsx';
import { articleQuery } from '@/patient/features/learn/queries.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useFailureToast } from '@/lib/backend/use-failure-toast.ts';

/** Open to everyone, like its content. It opens in its own tab. */
export default function Article({ id }: { id: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto max-w-2xl px-5 pt-6 pb-24 sm:pt-8">
        <header className="mb-8 flex items-center justify-between gap-4">
          <Link
            href="/learn"
            aria-label="Béa, Learn"
            className="inline-flex min-h-11 items-center rounded-field"
          >
            <Logo />
          </Link>
          <Link href="/learn" className="text-link inline-flex min-h-11 items-center">
            Back to Learn
          </Link>
        </header>
        <main className="rise">
          <Text id={id} />
        </main>
      </div>
    </QueryClientProvider>
  );
}

function Text({ id }: { id: string }) {
  const [now] = useState(Date.now);
  const { data: article, error, isPending } = useQuery(articleQuery(id));
  useDocumentTitle(article?.title ?? 'Learn');
  useFailureToast(error, 'Failed to load content. Please try again later.');

  if (isPending) return <LoadingBlock lines={6} />;
  if (article) return <ArticlePage id={id} article={article} now={now} />;
  return (
    <>
      <h1 className="text-title">{error ? 'This article didn’t load' : 'We can’t find this article'}</h1>
      <p className="mt-3 text-lead text-soft">
        {error ? 'Please try again later.' : 'It may have moved or been taken down.'}
      </p>
      <p className="mt-5">
        <Link href="/learn" className="font-semibold text-brand underline underline-offset-4">
          Browse all articles
        </Link>
      </p>
    </>
  );
}
