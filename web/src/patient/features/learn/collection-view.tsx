import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Collection } from '@domain/contracts/patient/get-blog-posts.ts';
import { ArticleGrid } from './article-card.tsx';

/** Everything in one collection. */
export function CollectionView({ collection }: { collection: Collection }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="rise">
      <Link
        href="/learn"
        className="mb-3 inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold text-brand hover:underline"
      >
        <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-5" />
        All of Learn
      </Link>
      <h2 ref={title} tabIndex={-1} className="mb-7 text-title wrap-anywhere">
        {collection.title}
      </h2>
      <ArticleGrid articles={collection.articles} />
    </div>
  );
}
