import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { Loading } from '@/components/feedback/loading.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { useSession, type SignedInUser } from '@/lib/backend/session.ts';
import { endSession } from '@/lib/backend/supabase.ts';
import { memberQuery } from '@/lib/care-team/member.ts';
import { refusalIn } from '@/lib/care-team/refusal.ts';
import { SecondFactor } from '@/team/features/sign-in/second-factor.tsx';
import { SignInSteps } from '@/team/features/sign-in/sign-in-steps.tsx';
import { NoAccess } from '@/team/routes/no-access.tsx';
import { Unreachable } from '@/team/routes/unreachable.tsx';
import { pageAfter, SIGN_IN, signInBefore } from '@/team/sign-in-address.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { Workspace } from './workspace.tsx';

/** Before every page: who is there, with which factor, and whether they may be. */
export function Entrance() {
  const { user, loading } = useSession();
  const [wasIdle, setWasIdle] = useState(false);
  const { path, address } = usePlace();
  if (loading) return <Loading />;
  if (user) return <SignedIn user={user} onIdle={() => setWasIdle(true)} />;
  if (path !== SIGN_IN) return <Redirect to={signInBefore(address)} replace />;
  return (
    <SignInFrame>
      <SignInSteps wasIdle={wasIdle} />
    </SignInFrame>
  );
}

function usePlace() {
  const [path, search] = [useLocation()[0].replace(/(?<=.)\/$/, ''), useSearch()];
  return { path, search, address: search ? `${path}?${search}` : path };
}

function SignedIn({ user, onIdle }: { user: SignedInUser; onIdle: () => void }) {
  const { path, search, address } = usePlace();
  const client = useQueryClient();
  const { data: member, error, refetch } = useQuery(memberQuery(user.id));
  const refusal = refusalIn(error);

  useEffect(() => {
    if (refusal === 'ended') void endSession();
  }, [refusal]);

  /** Somebody whose factor is not known to the clinic yet is asked for their set-up code next. */
  async function enter() {
    const { error: still } = await refetch();
    if (still) await client.resetQueries({ queryKey: ['second-factor'] });
  }

  if (refusal === 'no-access') return <NoAccess />;
  if (refusal === 'factor') {
    if (path !== SIGN_IN) return <Redirect to={signInBefore(address)} replace />;
    return (
      <SignInFrame>
        <SecondFactor user={user} onDone={enter} />
      </SignInFrame>
    );
  }
  if (member && refusal === null) {
    if (path === SIGN_IN) return <Redirect to={pageAfter(search)} replace />;
    return <Workspace member={member} user={user} path={path} onIdle={onIdle} />;
  }
  if (error && refusal === null) return <Unreachable onRetry={() => void refetch()} />;
  if (path !== SIGN_IN) return <Loading />;
  return (
    <SignInFrame>
      <LoadingBlock label="Loading....." lines={3} />
    </SignInFrame>
  );
}
