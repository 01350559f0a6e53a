import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { Loading } from '@/components/feedback/loading.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { onUserLost, useSession, type SignedInUser } from '@/lib/backend/session.ts';
import { endSession } from '@/lib/backend/supabase.ts';
import { follow, isLocked, useIsLocked } from '@/lib/care-team/lock.ts';
import { memberQuery, reportAct } from '@/lib/care-team/member.ts';
import { refusalIn } from '@/lib/care-team/refusal.ts';
import { Locked } from '@/team/features/sign-in/locked.tsx';
import { SecondFactor } from '@/team/features/sign-in/second-factor.tsx';
import { SignInSteps } from '@/team/features/sign-in/sign-in-steps.tsx';
import { SESSION_ENDED } from '@/team/features/sign-in/words.ts';
import { NoAccess, WaitingForRole } from '@/team/routes/no-access.tsx';
import { Unreachable } from '@/team/routes/unreachable.tsx';
import { pageAfter, SIGN_IN, signInBefore } from '@/team/sign-in-address.ts';
import { SignedIn } from './signed-in.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Comes before every page: checks who is signed in, with which factor, and whether they have access. */
export function Entrance() {
  const { user, loading } = useSession();
  const [notice, setNotice] = useState<string | null>(null);
  const { path, address } = useAddress();

  // Code here that ends a session says why first. Any other end is announced too.
  useEffect(() => onUserLost(() => setNotice(SESSION_ENDED)), []);

  const end = useCallback((words: string) => {
    setNotice(words);
    void endSession(); // their unsaved text stays in this tab
  }, []);

  if (loading) return <Loading />;
  // Keyed by person, so that nothing one person opened or typed is there for the next.
  if (user) return <Inside key={user.id} user={user} onEnd={end} />;
  if (path !== SIGN_IN) return <Redirect to={signInBefore(address)} replace />;
  return (
    <SignInFrame>
      <SignInSteps notice={notice} onBegin={() => setNotice(null)} />
    </SignInFrame>
  );
}

function useAddress() {
  const [path, search] = [useLocation()[0].replace(/(?<=.)\/$/, ''), useSearch()];
  return { path, search, address: search ? `${path}?${search}` : path };
}

function Inside({ user, onEnd }: { user: SignedInUser; onEnd: (words: string) => void }) {
  const { path, search, address } = useAddress();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { data: member, error, refetch } = useQuery(memberQuery(user.id));
  const refusal = refusalIn(error);
  const isHidden = useIsLocked() || refusal === 'locked';

  // Unlocked here or in another tab. The server confirms it.
  useEffect(
    () => follow(() => isLocked() || void client.invalidateQueries(memberQuery(user.id))),
    [client, user.id],
  );

  // Someone who has just signed in starts at the top of the page.
  const [isNew, setIsNew] = useState(false);
  if (path === SIGN_IN && !isNew) setIsNew(true);

  useEffect(() => {
    if (refusal === 'ended') onEnd(SESSION_ENDED);
  }, [refusal, onEnd]);

  /** Someone whose factor isn't confirmed yet is asked for their setup code next. */
  async function enter() {
    const { error: still } = await refetch();
    if (still) await client.resetQueries({ queryKey: ['second-factor'] });
  }

  /** Doesn't leave the page that shows it, which a refetched query would. */
  async function checkRole() {
    try {
      client.setQueryData(memberQuery(user.id).queryKey, await reportAct());
      return true;
    } catch (still) {
      const why = refusalIn(still);
      if (why !== null && why !== 'waiting') await refetch();
      return why !== null;
    }
  }

  if (refusal === 'no-access') return <NoAccess />;
  if (refusal === 'waiting') return <WaitingForRole reason={error!.message} onCheck={checkRole} />;
  if (refusal === 'factor') {
    if (path !== SIGN_IN) return <Redirect to={signInBefore(address)} replace />;
    return (
      <SignInFrame>
        <SecondFactor user={user} onDone={enter} onEnd={onEnd} />
      </SignInFrame>
    );
  }
  if (isHidden || (member && refusal === null)) {
    if (path === SIGN_IN && !isHidden) return <Redirect to={pageAfter(search)} replace />;
    return (
      <>
        {isHidden && (
          <SignInFrame>
            <Locked user={user} onEnd={onEnd} onSignOut={() => navigate(SIGN_IN, { replace: true })} />
          </SignInFrame>
        )}
        {member && <SignedIn {...{ member, user, path, isNew, onEnd }} isLocked={isHidden} />}
      </>
    );
  }
  if (error && refusal === null) return <Unreachable onRetry={() => void refetch()} />;
  if (path !== SIGN_IN) return <Loading />;
  return (
    <SignInFrame>
      <LoadingBlock label="Loading....." lines={3} />
    </SignInFrame>
  );
}
