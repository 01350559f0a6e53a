import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button, buttonLook } from '@/components/action/button.tsx';
import { clockTime } from '@/lib/dates/dates.ts';
import { signOut } from '@/lib/backend/supabase.ts';
import { SIGN_IN } from '@/team/sign-in-address.ts';
import { Message } from './message.tsx';

/** For a patient, and for whoever left the team. The portal is another front end: its link loads the page. */
export function NoAccess() {
  return (
    <Outside title="This page is for the care team" words="This account has no access to the team workspace.">
      <a href="/home" className={buttonLook('primary')}>
        Go to the portal
      </a>
    </Outside>
  );
}

/** For somebody new whom an administrator has invited, until a clinician has agreed. */
export function WaitingForRole({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const [checkedAt, setCheckedAt] = useState<number | null>(null);

  async function check() {
    setCheckedAt(null);
    await onRetry();
    setCheckedAt(Date.now()); // whoever may come in by now is not here any more
  }

  return (
    <Outside
      title="Almost there"
      words="A clinician has to agree to your role first. Your app is set up, and there is nothing else for you to do. If it takes long, ask a clinician of your team."
    >
      <Button onClick={() => void check()}>Check again</Button>
      <output className="block text-center text-small text-soft tabular-nums not-empty:my-1">
        {checkedAt !== null && `Not yet. Checked at ${clockTime(checkedAt)}.`}
      </output>
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
