import { Redirect, useLocation } from 'wouter';
import { Loading } from '@/components/feedback/loading.tsx';
import { SignInScreen } from '@/patient/features/sign-in/sign-in-screen.tsx';
import { useSession, withdrawOffer } from '@/lib/backend/session.ts';
import { pageAfterSignIn } from '@/patient/after-sign-in.ts';
import { preloadPage } from '@/patient/shell/open-page.tsx';

export function Auth() {
  const { user, loading, offer } = useSession();
  const [, navigate] = useLocation();
  if (loading) return <Loading />;
  if (user) return <Redirect to={next()} replace />;
  return (
    <SignInScreen
      offeredEmail={offer?.maskedEmail ?? null}
      onDecline={() => {
        navigate('/auth', { replace: true });
        withdrawOffer();
      }}
      onCodeSent={() => void preloadPage(next())}
      onSignedIn={() => navigate(next(), { replace: true })}
    />
  );
}

/** A visitor on the way to a call continues to it. Its page checks the id. */
function next(): string {
  const room = /^\?call=([0-9a-f-]{36})$/.exec(location.search)?.[1];
  return room ? `/call/${room}` : pageAfterSignIn(history.state);
}
