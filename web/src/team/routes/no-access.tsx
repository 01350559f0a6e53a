import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button, buttonLook } from '@/components/action/button.tsx';
import { signOut } from '@/lib/backend/supabase.ts';
import { SIGN_IN } from '@/team/sign-in-address.ts';
import { Message } from './message.tsx';

/** For a patient, and for whoever left the team. The portal is another front end: its link loads the page. */
export function NoAccess() {
  return (
    <Outside title="No access" words="This account has no access to the team workspace.">
      <a href="/home" className={buttonLook('primary')}>
        Go to the portal
      </a>
    </Outside>
  );
}

/** For somebody new whom an administrator has invited, until a clinician has agreed. */
export function WaitingForRole({ onRetry }: { onRetry: () => void }) {
  return (
    <Outside
      title="Almost there"
      words="A clinician has to agree to your role first. Your second factor is set up, and nothing else is missing."
    >
      <Button onClick={onRetry}>Check again</Button>
    </Outside>
  );
}

function Outside({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  const [, navigate] = useLocation();
  return (
    <Message title={title} words={words}>
      {children}
      <Button look="quiet" onClick={() => void signOut().then(() => navigate(SIGN_IN, { replace: true }))}>
        Sign out
      </Button>
    </Message>
  );
}
