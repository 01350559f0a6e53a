import { learn } from '@domain/content/content.ts';
import type { Collection } from '@domain/contracts/get-blog-posts.ts';
import type { Instant } from '@domain/time/instant.ts';
import { ArticleGrid } from './article-card.tsx';
import { Section } from './section.tsx';
import { UpcomingEvent } from './upcoming-event.tsx';

type Props = { collections: readonly Collection[]; now: Instant; eventsPage: string };

/** The newest of everything. */
export function LearnOverview({ collections, now, eventsPage }: Props) {
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
