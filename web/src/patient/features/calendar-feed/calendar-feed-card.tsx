import { useQuery } from '@tanstack/react-query';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Card } from '@/components/layout/card.tsx';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { CalendarFeed, FEED_INTRO } from '@/product-components/calendar-feed.tsx';
import { calendarFeedQuery, useChangeCalendarFeed } from './queries.ts';

/** Shown on My Account. */
export default function CalendarFeedCard({ userId }: { userId: string }) {
  const { data: feed, error, isLoading } = useQuery(calendarFeedQuery(userId));
  useFailureLog(error, 'The calendar feed could not be read');
  const { data: made, mutateAsync, isPending } = useChangeCalendarFeed(userId);
  // The mutation displays its own failure.
  const change = (action: 'renew' | 'end') => mutateAsync(action).catch(() => {});
  return (
    <Card title="Calendar feed" intro={FEED_INTRO}>
      {isLoading && <LoadingBlock lines={1} />}
      {feed !== undefined && (
        <CalendarFeed
          feed={feed}
          secret={made?.secret ?? null}
          zone={shownZone()}
          busy={isPending}
          onRenew={() => change('renew')}
          onEnd={() => change('end')}
        />
      )}
      {!isLoading && feed === undefined && (
        <p className="text-soft">We can’t show your calendar feed right now. Please try again later.</p>
      )}
    </Card>
  );
}
