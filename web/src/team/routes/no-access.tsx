import { useLocation } from 'wouter';
import { Button, buttonLook } from '@/components/action/button.tsx';
import { MessagePage } from '@/components/feedback/message-page.tsx';
import { signOut } from '@/lib/backend/supabase.ts';
import { SIGN_IN } from '@/team/sign-in-address.ts';

/** For a patient, and for whoever left the team. The portal is another front end: its link loads the page. */
export function NoAccess() {
  const [, navigate] = useLocation();
  return (
    <MessagePage title="No access">
      <p>This account has no access to the team workspace.</p>
      <div className="flex flex-col items-center gap-2 pt-3 sm:flex-row sm:justify-center">
        <a href="/home" className={buttonLook('primary')}>
          Go to the portal
        </a>
        <Button look="quiet" onClick={() => void signOut().then(() => navigate(SIGN_IN, { replace: true }))}>
          Sign out
        </Button>
      </div>
    </MessagePage>
  );
}
