import { Redirect, useLocation } from 'wouter';
import { Loading } from '@/components/ui/loading.tsx';
import { SignInScreen } from '@/features/sign-in/sign-in-screen.tsx';
import { useSession } from '@/lib/session.ts';
import { preloadPage } from '@/portal/open-page.tsx';

export function Auth() {
  const { user, loading } = useSession();
  const [, navigate] = useLocation();
  if (loading) return <Loading />;
  if (user) return <Redirect to="/home" replace />;
  return (
    <SignInScreen
      onCodeSent={() => preloadPage('/home')}
      onSignedIn={() => navigate('/home', { replace: true })}
    />
  );
}
