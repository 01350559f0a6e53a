import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { BUSY_PROBLEMS } from '@domain/booking/busy-problems.ts';
import {
  MAX_CALENDAR_ADDRESS,
  TeamOwnCalendarAnswer,
  type BusyTimes as Connected,
} from '@domain/contracts/team/team-own-calendar.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Field } from '@/components/form/field.tsx';
import { Confirm } from '@/components/overlay/confirm.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { dateAndTimeOf } from '@/lib/care-team/times.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { AccountSection } from './account-section.tsx';
import { ownCalendarQuery } from './own-calendar-query.ts';

const ABOUT =
  'Give the address of your own calendar, and no one can book you while you’re busy in it. We read it every 15 minutes and keep only the times.';

/** The person's own calendar, whose busy times block booking. */
export function BusyTimes({ member }: { member: TeamSession }) {
  const { data, error, isPending, refetch } = useQuery(ownCalendarQuery);
  useEffect(() => checkSession(error), [error]);
  return (
    <AccountSection title="Busy times" about={ABOUT}>
      {isPending && <LoadingBlock label="Loading your busy times..." lines={1} />}
      {error && !data && (
        <Failed
          title="Your busy times didn’t load"
          words={failureWords(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data?.busy && <Connection busy={data.busy} zone={member.timeZone} />}
      {data && !data.busy && <Connect />}
    </AccountSection>
  );
}

function Connect() {
  const [address, setAddress] = useState('');
  const { mutate, isPending, error } = useAct({
    name: 'team-own-calendar',
    answer: TeamOwnCalendarAnswer,
    onDone: () => {},
  });
  const [isMissing, setIsMissing] = useState(false);
  const problem = isMissing ? 'Enter the address of your calendar' : error ? failureWords(error) : undefined;

  function send(event: FormEvent) {
    event.preventDefault();
    setIsMissing(address.trim() === '');
    if (address.trim() !== '' && !isPending) mutate({ action: 'connect', address });
  }

  return (
    <form onSubmit={send} noValidate className="space-y-4">
      <Field
        label="Address of your calendar"
        hint="In iCal format, starting with https://. Google calls it the secret address, Outlook the ICS link of a published calendar, Apple the link of a public calendar."
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={MAX_CALENDAR_ADDRESS}
        value={address}
        error={problem}
        onChange={({ target }) => setAddress(target.value)}
      />
      <Button type="submit" look="outline" busy={isPending}>
        Connect
      </Button>
    </form>
  );
}

function Connection({ busy, zone }: { busy: Connected; zone: string }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-own-calendar',
    answer: TeamOwnCalendarAnswer,
    onDone: () => setAsking(false),
  });
  const { host, readAt, problem, failingSince, skipped } = busy;
  return (
    <div className="space-y-4">
      <p>
        <b className="font-semibold wrap-anywhere">{host}</b>
        {readAt ? `, last checked ${dateAndTimeOf(readAt, zone)}` : ''}
      </p>
      {problem && failingSince && (
        <Notice tone="warning">
          {`${BUSY_PROBLEMS[problem]} Since ${dateAndTimeOf(failingSince, zone)} it blocks no booking.`}
        </Notice>
      )}
      {!problem && skipped > 0 && (
        <Notice tone="warning">
          {`${skipped === 1 ? 'One event' : `${skipped} events`} couldn’t be read and ${skipped === 1 ? 'blocks' : 'block'} no booking.`}
        </Notice>
      )}
      {error && (
        <div role="alert">
          <Notice tone="warning">{failureWords(error)}</Notice>
        </div>
      )}
      <Button look="quiet" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <Confirm
        open={asking}
        title="Disconnect"
        keep="Keep it"
        go="Disconnect"
        busy={isPending}
        onGo={() => mutate({ action: 'disconnect' })}
        onClose={() => setAsking(false)}
      >
        <p>
          Your busy times go, and you can be booked during them. To change the address, connect the new one
          then.
        </p>
      </Confirm>
    </div>
  );
}
