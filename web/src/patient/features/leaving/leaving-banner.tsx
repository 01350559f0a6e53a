import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Instant } from '@domain/time/instant.ts';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { dateAndTime } from '@/lib/dates/dates.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { leavingQuery, useKeepAccount } from './queries.ts';

// The first time-zone name takes a phone a sixth of a second, and this is on Home.
const ZoneName = lazy(() => import('@/components/layout/zone-name.tsx'));

/** Says when the account will be deleted and how to keep it, if a deletion has started. */
export default function LeavingBanner({ userId }: { userId: string }) {
  const { data: leavesAt = null, error } = useQuery(leavingQuery(userId));
  useFailureLog(error, 'The deletion date could not be read');
  return leavesAt === null ? null : <Leaving userId={userId} leavesAt={leavesAt} />;
}

function Leaving({ userId, leavesAt }: { userId: string; leavesAt: Instant }) {
  const { mutate, isPending } = useKeepAccount(userId);
  const now = useNow((moment) => (moment < leavesAt ? leavesAt : undefined));
  return (
    <section aria-label="Your account will be deleted" className="rise mb-6">
      <Notice tone="warning">
        {now >= leavesAt ? (
          <p className="font-semibold">Your account is being deleted.</p>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-1.5">
            <div className="min-w-60 flex-1">
              <p className="font-semibold">
                {`Your account will be deleted on ${dateAndTime(leavesAt)} `}
                <Suspense>
                  <ZoneName zone={shownZone()} at={leavesAt} />
                </Suspense>
                .
              </p>
              <p className="mt-1">
                Until then, you can change your mind. We won’t send you reminders or other messages in the
                meantime.
              </p>
            </div>
            <Button busy={isPending} onClick={() => mutate()} className="max-sm:w-full">
              Keep my account
            </Button>
          </div>
        )}
      </Notice>
    </section>
  );
}
