import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { TextLink } from '@/components/action/link-button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { cityOf, useMinute } from '@/lib/care-team/times.ts';
import { todayQuery } from '@/lib/care-team/today-query.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { TeamToday } from '@domain/contracts/team/team-today.ts';
import { localDate } from '@domain/time/local.ts';
import { weekdayAndDay } from '@domain/time/words.ts';
import { clockTime } from '@domain/time/zoned-words.ts';
import { useSearchKey } from './use-search-key.ts';
import { Worklist } from './worklist.tsx';
import { CallsToday, EndedToday, NextCall } from './asides.tsx';
import { AskedDialog } from './asked-dialog.tsx';
import { StillMissing } from './missing.tsx';
import { NewRoles } from './new-roles.tsx';
import { NotificationSwitch } from './notification-switch.tsx';
import { Reminders } from './reminders.tsx';
import { useItemActs } from './use-item-acts.ts';

/** Rare, and never for a coach. */
const EmailChanges = lazy(() => import('./email-changes.tsx'));

export function Today({ member }: { member: TeamSession }) {
  const { data, error, refetch } = useQuery(todayQuery());
  useEffect(() => checkSession(error), [error]);
  useSearchKey();
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <h1 className="text-title">Today</h1>
        <Clock zone={member.timeZone} />
      </div>
      {data ? (
        <Day today={data} member={member} />
      ) : error ? (
        <Failed
          title="Today could not be loaded."
          words={failureWords(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingBlock label="Loading....." lines={6} />
      )}
    </>
  );
}

/** The current day and time in this person's zone. */
function Clock({ zone }: { zone: string }) {
  const now = useMinute();
  return (
    <p className="text-small text-soft tabular-nums">
      {weekdayAndDay(localDate(now, zone))}
      {', '}
      <b className="font-semibold text-ink">{clockTime(now, zone)}</b>
      {` in ${cityOf(zone)}`}
    </p>
  );
}

function Day({ today, member }: { today: TeamToday; member: TeamSession }) {
  const now = useMinute();
  const { asked, close, acts, reopen, error } = useItemActs();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-small text-pretty wrap-anywhere">
          <strong className="font-semibold">{`On duty: ${today.onDuty.join(', ') || 'no one'}`}</strong>
          {member.role === 'clinician' && (
            <>
              {' · '}
              <TextLink to="/team/people">Reset a colleague’s sign-in</TextLink>
            </>
          )}
        </p>
        <NotificationSwitch />
      </div>
      {error && (
        <div role="alert" className="mt-3">
          <Notice tone="warning">{failureWords(error)}</Notice>
        </div>
      )}
      {today.missing && <StillMissing missing={today.missing} />}
      <NextCall calls={today.calls} member={member} now={now} />
      <div className="mt-4 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_17.5rem]">
        <Worklist items={today.items} member={member} now={now} {...acts} />
        <div className="space-y-5">
          <NewRoles proposals={today.proposals} zone={member.timeZone} />
          {member.role !== 'coach' && (
            <Suspense>
              <EmailChanges zone={member.timeZone} />
            </Suspense>
          )}
          <CallsToday calls={today.calls} member={member} now={now} />
          <Reminders items={today.reminded ?? []} member={member} now={now} {...acts} />
          <EndedToday ended={today.ended} zone={member.timeZone} busy={acts.busy} onReopen={reopen} />
        </div>
      </div>
      <AskedDialog asked={asked} zone={member.timeZone} colleagues={today.colleagues} onClose={close} />
    </>
  );
}
