import { useId } from 'react';
import type { Article } from '@domain/contracts/patient/get-blog-posts.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { safeAddress } from '@/lib/text/safe-address.ts';
import { Cover } from './cover.tsx';
import { eventTime } from './event-date.ts';
import { Section } from './section.tsx';

type Props = { event: Article & { event: { date: string } }; eventsPage: string };

export function UpcomingEvent({ event, eventsPage }: Props) {
  const titleId = useId();
  return (
    <Section title="Upcoming event" all={eventsPage}>
      <div className="grid overflow-clip rounded-card border border-line bg-card shadow-card md:grid-cols-[1fr_minmax(16rem,2fr)]">
        <div>
          <Cover image={event.image} seed={event.id} className="h-48 w-full md:h-full" />
        </div>
        <div className="p-6 sm:p-9">
          <p className="font-semibold text-brand-ink">
            <time dateTime={event.event.date}>{eventTime(event.event.date)}</time>
          </p>
          <h3 id={titleId} className="mt-2 text-title wrap-anywhere">
            {event.title}
          </h3>
          <p className="mt-3 mb-6 max-w-prose wrap-anywhere text-soft">{event.description}</p>
          <LinkButton to={safeAddress(event.link)} newTab aria-describedby={titleId}>
            Sign Up
          </LinkButton>
        </div>
      </div>
    </Section>
  );
}
