import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Schedule } from '@domain/contracts/team-schedules.ts';
import type { TeamSession } from '@domain/contracts/team-session.ts';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { dateAndTimeOf } from '@/lib/care-team/times.ts';
import { schedulesQuery } from './queries.ts';

/** What each schedule does, as an administrator would say it. */
const WORK: Record<string, string> = {
  'deliver-outbox': 'Sends emails and texts',
  'delete-due-accounts': 'Deletes accounts that are due',
  'watch-attention': 'Finds urgent items and texts the duty phone',
  'send-cycle-reminders': 'Sends cycle reminders',
  'forget-old-limits': 'Clears old counters',
  'forget-old-drafts': 'Deletes old questionnaire drafts',
};

const ADVICE = {
  refused: 'Refused: the key in the vault is wrong. Ask whoever runs the portal to replace it.',
  failing: 'Failing. Ask whoever runs the portal to read the function’s log.',
  late: 'Late. Ask whoever runs the portal to check that it is scheduled.',
};

/** When the work that nobody has to ask for was last done. */
export function Schedules({ member: { timeZone } }: { member: TeamSession }) {
  const { data, error, isPending, refetch } = useQuery(schedulesQuery);
  useEffect(() => checkSession(error), [error]);
  return (
    <div className="dense">
      <h1 className="text-title">Schedules</h1>
      <p className="mt-1 max-w-160 text-small text-soft">
        Work that the portal does by itself, and when it last did it.
      </p>
      <section
        aria-label="Schedules"
        className="mt-4 max-w-200 overflow-clip rounded-card border border-line bg-card shadow-card"
      >
        {isPending && <LoadingBlock label="Loading the schedules..." lines={5} className="p-5" />}
        {error && !data && (
          <Failed
            title="The schedules did not load"
            words={failureWords(error)}
            onRetry={() => void refetch()}
          />
        )}
        {data && (
          <ul>
            {data.schedules.map((schedule) => (
              <Line key={schedule.name} schedule={schedule} timeZone={timeZone} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function Line({ schedule, timeZone }: { schedule: Schedule; timeZone: string }) {
  const { name, everyMinutes, workedAt, state } = schedule;
  return (
    <li className="border-b border-line px-4.5 py-3 text-small last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="font-semibold">{WORK[name] ?? name}</p>
        <p className="tabular-nums text-soft">
          {workedAt === null ? 'Has not run yet' : `Last done ${dateAndTimeOf(workedAt, timeZone)}`}
        </p>
      </div>
      <p className="text-soft">{interval(everyMinutes)}</p>
      {state !== 'working' && <p className="mt-1 font-semibold text-danger">{ADVICE[state]}</p>}
    </li>
  );
}

const interval = (minutes: number): string => {
  if (minutes === 1) return 'Every minute';
  return minutes === 60 ? 'Every hour' : `Every ${minutes} minutes`;
};
