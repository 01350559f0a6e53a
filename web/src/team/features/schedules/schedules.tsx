import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { Schedule } from '@domain/contracts/team/team-schedules.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { dateAndTimeOf } from '@/lib/care-team/times.ts';
import { schedulesQuery } from './queries.ts';

/** Each schedule's work in an administrator's words. */
const WORK: Record<string, string> = {
  'deliver-outbox': 'Sends emails and texts',
  'delete-due-accounts': 'Deletes accounts that are due',
  'read-busy-times': 'Reads the busy times of team members’ own calendars',
  'watch-attention': 'Finds urgent items and texts the duty phone',
  'send-cycle-reminders': 'Sends cycle reminders',
  'forget-old-limits': 'Clears old counters',
  'forget-old-drafts': 'Deletes old questionnaire drafts',
};

const TROUBLE = {
  refused: {
    word: 'Refused',
    advice: 'The key in the vault is wrong. Ask the person who runs the portal to replace it.',
  },
  failing: {
    word: 'Failing',
    advice: 'It ran but didn’t finish. Ask the person who runs the portal to read the function’s log.',
  },
  late: {
    word: 'Late',
    advice: 'It has stopped running. Ask the person who runs the portal to check the schedule.',
  },
};

/** Automatic work, and when it last ran. Problems come first. */
export function Schedules({ member: { timeZone } }: { member: TeamSession }) {
  const { data, error, isPending, refetch } = useQuery(schedulesQuery);
  useEffect(() => checkSession(error), [error]);
  const lines = data?.schedules.toSorted((a, b) => Number(isFine(a)) - Number(isFine(b)));
  return (
    <div className="dense">
      <h1 className="text-title">Schedules</h1>
      <p className="mt-1 max-w-160 text-small text-soft">
        Work the portal does on its own, and when it last ran. To see what people did, go to the{' '}
        <Link to="/team/access-log" className="underline">
          Access log
        </Link>
        .
      </p>
      <section
        aria-label="Schedules"
        className="mt-4 max-w-200 overflow-clip rounded-card border border-line bg-card shadow-card"
      >
        {isPending && <LoadingBlock label="Loading the schedules..." lines={5} className="p-5" />}
        {error && !data && (
          <Failed
            title="The schedules didn’t load"
            words={failureWords(error)}
            onRetry={() => void refetch()}
          />
        )}
        {lines && (
          <ul>
            {lines.map((schedule) => (
              <Line key={schedule.name} schedule={schedule} timeZone={timeZone} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

const isFine = ({ state }: Schedule) => state === 'working';

function Line({ schedule, timeZone }: { schedule: Schedule; timeZone: string }) {
  const { name, everyMinutes, workedAt, state } = schedule;
  const trouble = state === 'working' ? null : TROUBLE[state];
  return (
    <li className="border-b border-line px-4.5 py-3.5 text-small last:border-b-0">
      <div className="flex min-h-7 items-center justify-between gap-4">
        <p className="font-semibold">{WORK[name] ?? name}</p>
        <span className="shrink-0">
          {trouble && <Badge tone="danger">{trouble.word}</Badge>}
          {!trouble && workedAt !== null && <Badge tone="complete">On time</Badge>}
        </span>
      </div>
      <p className="tabular-nums text-soft">
        {workedAt === null ? 'Hasn’t run yet' : `Last done ${dateAndTimeOf(workedAt, timeZone)}`}
        <span className="max-sm:block">
          <span className="max-sm:hidden"> · </span>
          {interval(everyMinutes)}
        </span>
      </p>
      {trouble && <p className="mt-1 text-pretty">{trouble.advice}</p>}
    </li>
  );
}

const interval = (minutes: number): string => {
  if (minutes === 1) return 'Every minute';
  return minutes === 60 ? 'Every hour' : `Every ${minutes} minutes`;
};
