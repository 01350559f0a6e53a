import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { TodayAppointment } from '@domain/contracts/team/team-today.ts';
import { JOIN_MINUTES_BEFORE } from '@domain/booking/join-window.ts';
import { instantFromIso, isoFromInstant, MINUTE, type Instant } from '@domain/time/instant.ts';
import { Button } from '@/components/action/button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { timeOf } from '@/lib/care-team/times.ts';
import { DeviceCheck } from '@/product-components/call-room/device-check.tsx';
import { callQuery, type CallEntry } from '@/product-components/call-room/queries.ts';
import { Room } from '@/product-components/call-room/room.tsx';
import { usePlace } from '@/product-components/call-room/use-place.ts';
import { GONE } from '@/product-components/call-room/words.ts';
import { callToken } from '@/lib/care-team/today-query.ts';

type Props = {
  call: TodayAppointment;
  member: TeamSession;
  now: Instant;
  /** Facts to know before joining. */
  hint: ReactNode;
  /** Asks for the call's outcome. */
  onAsk: () => void;
  onJoined: () => void;
  onNote: () => void;
};

/** The call itself: the check before joining, the room, and what follows. */
export function CallPane(props: Props) {
  const { call, member, now, hint } = props;
  // Someone in the room stays there, even if the call now has another link.
  const [token, setToken] = useState(() => callToken(call.joinUrl));
  if (token === null && callToken(call.joinUrl) !== null) setToken(callToken(call.joinUrl));
  const { data: entry, error, refetch } = useQuery({ ...callQuery(token ?? ''), enabled: token !== null });
  const startsAt = instantFromIso(call.startsAt);
  if (token === null) {
    const opensAt = isoFromInstant(startsAt - JOIN_MINUTES_BEFORE * MINUTE);
    const isOver = instantFromIso(call.endsAt) <= now;
    return isOver ? (
      <Aside title="This call is over">
        <Afterwards {...props} />
      </Aside>
    ) : (
      <Aside title="You’re early">
        <p>{`The room opens at ${timeOf(opensAt, member.timeZone)}. Keep this page open and you can join then.`}</p>
        {hint}
        <BackToToday />
      </Aside>
    );
  }
  if (!entry)
    return error ? (
      <Failed title="The call didn’t open" words={failureWords(error)} onRetry={() => void refetch()} />
    ) : (
      <LoadingBlock label="Loading the call..." lines={4} />
    );
  if (entry.state !== 'open')
    return (
      <Aside title={entry.state === 'cancelled' ? 'This call was canceled' : 'This call is over'}>
        <Afterwards {...props} />
      </Aside>
    );
  return <Inside {...props} token={token} entry={entry} />;
}

function Inside({ token, entry, ...props }: Props & { token: string; entry: CallEntry }) {
  const { call, hint, onJoined, onAsk } = props;
  const { place, media, join, leave, rejoin } = usePlace();
  const bring = useCallback(() => Promise.resolve(token), [token]);
  const leaveAndTell = (why: Parameters<typeof leave>[0]) => {
    leave(why);
    if (why !== 'elsewhere' && call.mayTell && call.outcome === null) onAsk();
  };
  if (place === 'room')
    return <Room inPane {...{ entry, token, media }} accessToken={bring} onLeave={leaveAndTell} />;
  if (place === 'check')
    return (
      <div className="p-4">
        <DeviceCheck
          inPane
          entry={entry}
          media={media}
          hint={hint}
          onJoin={() => {
            join();
            onJoined();
          }}
        />
      </div>
    );
  const [title, words] = GONE[place];
  return (
    <Aside title={title}>
      <p>{words}</p>
      <Afterwards {...props} {...(place !== 'refused' && { onRejoin: rejoin })} />
    </Aside>
  );
}

const Afterwards = ({ call, onAsk, onNote, onRejoin }: Props & { onRejoin?: () => void }) => (
  <div className="flex flex-wrap gap-2">
    {onRejoin && <Button onClick={onRejoin}>Rejoin</Button>}
    {call.mayTell && (
      <Button look="outline" onClick={onAsk}>
        Outcome
      </Button>
    )}
    <Button look="outline" onClick={onNote}>
      Write note
    </Button>
    <BackToToday />
  </div>
);

const BackToToday = () => (
  <LinkButton to="/team" look="outline">
    Back to Today
  </LinkButton>
);

const Aside = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mx-auto max-w-lg space-y-4 p-6">
    <h2 className="text-title">{title}</h2>
    {children}
  </section>
);
