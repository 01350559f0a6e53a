import '@/lib/backend/zod-without-eval.ts';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import { isRoom } from '@domain/booking/room.ts';
import { Picture } from '@/components/art/picture.tsx';
import { Button, buttonLook } from '@/components/action/button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Loading } from '@/components/feedback/loading.tsx';
import { Logo } from '@/components/layout/logo.tsx';
import { MessagePage } from '@/components/feedback/message-page.tsx';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { DeviceCheck } from '@/product-components/call-room/device-check.tsx';
import { callQuery, type CallEntry } from '@/product-components/call-room/queries.ts';
import { usePlace } from '@/product-components/call-room/use-place.ts';
import { GONE } from '@/product-components/call-room/words.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { clockTime, weekdayAndDay } from '@/lib/dates/dates.ts';
import { withZone } from '@/lib/dates/with-zone.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useSession } from '@/lib/backend/session.ts';
import { accessToken } from '@/lib/backend/supabase.ts';

type Props = { token: string };

// Loads while the patient checks camera and microphone.
const room = import('@/product-components/call-room/room.tsx');
const Room = lazy(async () => ({ default: (await room).Room }));

const SKY = <Picture name="consultation" className="mx-auto mb-8 size-44 rounded-full" />;

/** A call. Its patient is signed in, its host has an emailed link, and a guest has a link from the host. */
export default function Call({ token }: Props) {
  const { user, loading } = useSession();
  if (!isRoom(token)) return <WithQueries token={token} />;
  if (loading) return <Loading />;
  if (user) return <WithQueries token={token} />;
  return (
    <MessagePage picture={SKY} title="Please sign in first">
      <p>Only you can join this call. Sign in and we’ll bring you back here.</p>
      <LinkButton to={`/auth?call=${token}`} className="mt-4">
        Sign in
      </LinkButton>
    </MessagePage>
  );
}

const WithQueries = ({ token }: Props) => (
  <QueryClientProvider client={queryClient}>
    <Entrance token={token} />
  </QueryClientProvider>
);

function Entrance({ token }: Props) {
  const { data: entry, error, isPending, refetch } = useQuery(callQuery(token));
  if (isPending) return <Loading />;
  if (!entry) return <Refusal isHost={!isRoom(token)} error={error} onRetry={() => void refetch()} />;
  if (entry.state !== 'open') return <NotNow entry={entry} />;
  return <Inside token={token} entry={entry} />;
}

type RefusalProps = { isHost: boolean; error: Error; onRetry: () => void };

function Refusal({ isHost, error, onRetry }: RefusalProps) {
  const code = error instanceof AppError ? error.code : '';
  if (code === 'call_link_expired') {
    return (
      <MessagePage picture={SKY} title="This link has expired">
        <p>
          The call has ended, or part of the link is missing. Use the link in our newest email about this
          call.
        </p>
      </MessagePage>
    );
  }
  if (code === 'host_left') {
    return (
      <MessagePage picture={SKY} title="This link no longer works">
        <p>Please ask your administrator.</p>
      </MessagePage>
    );
  }
  if (code === 'unknown_call' && isHost) {
    return (
      <MessagePage picture={SKY} title="This call has changed">
        <p>This call was moved or canceled after this link was sent. Check our newest email about it.</p>
      </MessagePage>
    );
  }
  if (code === 'unknown_call') {
    return (
      <MessagePage picture={SKY} title="We can’t find this call">
        <p>
          It may have been moved or canceled, or it may be someone else’s call. Home shows all your calls.
        </p>
        <LinkButton to="/home" className="mt-4">
          Go to Home
        </LinkButton>
      </MessagePage>
    );
  }
  return (
    <MessagePage picture={SKY} title="The call didn’t open">
      <p>Something went wrong on our side, or your connection was lost.</p>
      <Button className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </MessagePage>
  );
}

function NotNow({ entry: { state, startsAt, opensAt, otherName, hostName, part } }: { entry: CallEntry }) {
  const home = part === 'patient' && (
    <LinkButton to="/home" look="outline" className="mt-4">
      Go to Home
    </LinkButton>
  );
  if (state === 'early') {
    return (
      <MessagePage picture={SKY} title="You’re early">
        <p>{`Your call with ${otherName} is on ${weekdayAndDay(startsAt)} at ${withZone(clockTime(startsAt), startsAt)}.`}</p>
        <p>{`The room opens at ${clockTime(opensAt)}. Keep this page open and we’ll let you in automatically.`}</p>
        {home}
      </MessagePage>
    );
  }
  if (state === 'waiting') {
    return (
      <MessagePage picture={SKY} title="Waiting to be let in">
        <p>{`${hostName} and the patient let you in. Until then you see and hear nothing. Keep this page open.`}</p>
      </MessagePage>
    );
  }
  if (state === 'removed') {
    return (
      <MessagePage picture={SKY} title="You’re no longer in this call">
        <p>You were removed, or the call has changed. This link no longer works.</p>
      </MessagePage>
    );
  }
  if (state === 'replaced') {
    return (
      <MessagePage picture={SKY} title="You’re in this call on another device">
        <p>{`The patient and ${hostName} let in another device that has your link. If that wasn’t you, tell the clinic.`}</p>
      </MessagePage>
    );
  }
  const isOver = state === 'over';
  return (
    <MessagePage picture={SKY} title={isOver ? 'This call is over' : 'This call was canceled'}>
      <p>{isOver ? 'Thank you for your time.' : 'There’s nothing to join.'}</p>
      {home}
    </MessagePage>
  );
}

function Inside({ token, entry }: Props & { entry: CallEntry }) {
  useDocumentTitle(`Call with ${entry.otherName}`);
  const { place, media, join, leave, rejoin } = usePlace();
  const client = useQueryClient();
  const bring = useCallback(
    () => (entry.part === 'patient' ? accessToken() : Promise.resolve(entry.pass ?? token)),
    [entry.part, entry.pass, token],
  );
  const leaveRoom = (why: Parameters<typeof leave>[0]) => {
    leave(why);
    // A refused guest was removed, or the call has changed. The server says which.
    if (entry.part === 'guest' && why === 'refused')
      void client.invalidateQueries({ queryKey: callQuery(token).queryKey });
  };
  if (place === 'room') {
    return (
      <Suspense fallback={<Loading />}>
        <Room {...{ entry, token, media }} accessToken={bring} onLeave={leaveRoom} />
      </Suspense>
    );
  }
  if (place !== 'check') return <Gone why={place} part={entry.part} onRejoin={rejoin} />;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-5 pt-5 sm:px-10 sm:pt-7">
        <Logo />
      </header>
      <main className="rise mx-auto w-full max-w-5xl flex-1 px-5 py-6 sm:py-10">
        <DeviceCheck entry={entry} media={media} onJoin={join} />
      </main>
    </div>
  );
}

type GoneProps = { why: keyof typeof GONE; part: CallEntry['part']; onRejoin: () => void };

function Gone({ why, part, onRejoin }: GoneProps) {
  const [title, words] = GONE[why];
  return (
    <MessagePage picture={SKY} title={title}>
      <p>{words}</p>
      <div className="flex flex-wrap justify-center gap-3 pt-4">
        {why !== 'refused' && <Button onClick={onRejoin}>Rejoin</Button>}
        {part === 'patient' && (
          <LinkButton to="/home" look={why === 'refused' ? 'primary' : 'outline'}>
            Go to Home
          </LinkButton>
        )}
        {/* The workspace is a separate page. */}
        {part === 'host' && (
          <a href="/team" className={buttonLook(why === 'refused' ? 'primary' : 'outline')}>
            Back to Today
          </a>
        )}
      </div>
    </MessagePage>
  );
}
