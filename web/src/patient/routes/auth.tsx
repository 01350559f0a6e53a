import { Redirect, useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { isRoom } from '@domain/booking/room.ts';
import { Loading } from '@/components/feedback/loading.tsx';
import { SignInScreen } from '@/patient/features/sign-in/sign-in-screen.tsx';
import { useSession, withdrawOffer } from '@/lib/backend/session.ts';
import { pageAfterSignIn } from '@/patient/across-features/after-sign-in.ts';
import { preloadPage } from '@/patient/shell/open-page.tsx';

export function Auth() {
  const { user, loading, offer } = useSession();
  const [, navigate] = useLocation();
  // Read now, because the history entry belongs to the next page once there is a session.
  const state: unknown = useHistoryState();
  const next = callAhead(useSearch()) ?? pageAfterSignIn(state);
  if (loading) return <Loading />;
  if (user) return <Redirect to={next} replace />;
  return (
    <SignInScreen
      offeredEmail={offer?.maskedEmail ?? null}
      onDecline={() => {
        navigate('/auth', { replace: true });
        withdrawOffer();
      }}
      onCodeSent={() => void preloadPage(next)}
      onSignedIn={() => navigate(next, { replace: true })}
    />
  );
}

/** Someone on the way to a call continues to it. Only a room's address is accepted. */
function callAhead(search: string): string | null {
  const room = new URLSearchParams(search).get('call') ?? '';
  return isRoom(room) ? `/call/${room}` : null;
}
