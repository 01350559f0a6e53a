import { useId } from 'react';
import type { Article } from '@domain/contracts/patient/get-blog-posts.ts';
import { TextLink } from '@/components/action/link-button.tsx';
import { safeAddress } from '@/lib/text/safe-address.ts';
import { Cover } from './cover.tsx';
import { eventDay } from './event-date.ts';

/** Places as many cards side by side as fit. */
export function ArticleGrid({ articles }: { articles: readonly Article[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 xl:grid-cols-3">
      {articles.map((article) => (
        <ArticleCard key={article.id} article={article} />
      ))}
    </ul>
  );
}

function ArticleCard({ article }: { article: Article }) {
  const titleId = useId();
  return (
    <li className="press relative flex overflow-clip rounded-card border border-line bg-card shadow-card hover:border-edge sm:flex-col">
      <div className="w-24 shrink-0 max-[14rem]:hidden sm:w-auto">
        <Cover image={article.image} seed={article.id} className="h-full w-full sm:h-40" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col px-4 pt-4 pb-2 sm:p-5">
        {article.event && <p className="caption mb-1">{eventDay(article.event.date)}</p>}
        <h3 id={titleId} className="text-lead leading-snug font-medium wrap-anywhere">
          {article.title}
        </h3>
        <p className="mt-1.5 mb-2 line-clamp-2 sm:mb-4 sm:line-clamp-3 wrap-anywhere text-soft">
          {article.description}
        </p>
        <TextLink
          to={safeAddress(article.link)}
          newTab
          aria-describedby={titleId}
          className="mt-auto inline-flex min-h-11 items-center gap-1 self-start rounded-sm font-semibold text-brand after:absolute after:inset-0"
        >
          Read more
        </TextLink>
      </div>
    </li>
  );
}
