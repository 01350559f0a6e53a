import { learn } from '@domain/content/content.ts';
import type { Collection } from '@domain/contracts/patient/get-blog-posts.ts';
import type { Instant } from '@domain/time/instant.ts';
import { Link } from 'wouter';
import { ArticleGrid } from './article-card.tsx';
import { Section } from './section.tsx';
import { UpcomingEvent } from './upcoming-event.tsx';

type Props = {
  collections: readonly Collection[];
  now: Instant;
  eventsPage: string;
  /** False outside treatment. Everything can be found, but nothing about treatment is suggested. */
  shows: boolean;
  /** The collection for the patient's situation, at the top of the list. */
  first?: string | undefined;
};

/** The newest articles and events. */
export function LearnOverview({ collections, now, eventsPage, shows, first }: Props) {
  if (!shows) return <Shelf collections={collections} first={first} />;
  const { upcomingEvent, recordings, collections: others } = learn(collections, now);
  const upcoming = upcomingEvent?.event && { ...upcomingEvent, event: upcomingEvent.event };
  return (
    <div className="rise space-y-12">
      {upcoming && <UpcomingEvent event={upcoming} eventsPage={eventsPage} />}
      {recordings.length > 0 && (
        <Section title="Event recordings" {...(!upcoming && { all: eventsPage })}>
          <ArticleGrid articles={recordings} />
        </Section>
      )}
      {others
        .filter(({ articles }) => articles.length > 0)
        .map(({ handle, title, url, articles }) => (
          <Section key={handle} title={title} all={url}>
            <ArticleGrid articles={articles} />
          </Section>
        ))}
    </div>
  );
}

function Shelf({ collections, first }: Pick<Props, 'collections' | 'first'>) {
  return (
    <ul className="rise max-w-xl space-y-3">
      {collections
        .filter(({ articles }) => articles.length > 0)
        .toSorted((one, other) => Number(other.handle === first) - Number(one.handle === first))
        .map(({ handle, title, articles }) => (
          <li
            key={handle}
            className="press relative flex items-center justify-between gap-4 rounded-card border border-line bg-card p-5 shadow-card hover:border-brand/50 hover:bg-blush/20"
          >
            <Link
              href={`/learn?collection=${handle}`}
              className="whole-card font-display text-lead font-medium"
            >
              {title}
            </Link>
            <span className="text-small text-soft">{articles.length} to read</span>
          </li>
        ))}
    </ul>
  );
}
