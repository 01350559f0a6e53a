import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TeamOwnCalendarAnswer } from '@domain/contracts/team/team-own-calendar.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { Notice } from '@/components/feedback/notice.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { CalendarFeed as Feed, FEED_INTRO } from '@/product-components/calendar-feed.tsx';
import { AccountSection } from './account-section.tsx';
import { ownCalendarQuery } from './own-calendar-query.ts';

/** The secret address of a feed with this person's calls. */
export function CalendarFeed({ member }: { member: TeamSession }) {
  const { data, error, isPending, refetch } = useQuery(ownCalendarQuery);
  useEffect(() => checkSession(error), [error]);
  const act = useAct({ name: 'team-own-calendar', answer: TeamOwnCalendarAnswer, onDone: () => {} });
  // The failure is shown above the buttons.
  const change = (action: 'renew-feed' | 'end-feed') => act.mutateAsync({ action }).catch(() => {});
  return (
    <AccountSection title="Calendar feed" about={FEED_INTRO}>
      {isPending && <LoadingBlock label="Loading your calendar feed..." lines={1} />}
      {error && !data && (
        <Failed
          title="Your calendar feed didn’t load"
          words={failureWords(error)}
          onRetry={() => void refetch()}
        />
      )}
      {act.error && (
        <div role="alert" className="mb-4">
          <Notice tone="warning">{failureWords(act.error)}</Notice>
        </div>
      )}
      {data && (
        <Feed
          feed={data.feed}
          secret={act.data?.secret ?? null}
          zone={member.timeZone}
          busy={act.isPending}
          onRenew={() => change('renew-feed')}
          onEnd={() => change('end-feed')}
        />
      )}
    </AccountSection>
  );
}
