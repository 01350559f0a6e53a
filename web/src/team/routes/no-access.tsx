import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button, buttonLook } from '@/components/action/button.tsx';
import { clockTime } from '@/lib/dates/dates.ts';
import { signOut } from '@/lib/backend/supabase.ts';
import { SIGN_IN } from '@/team/sign-in-address.ts';
import { Message } from './message.tsx';

/**
 * For patients, and for people who left the team. The portal is a separate front end, so its link loads the
 * page.
 */
export function NoAccess() {
  return (
    <Outside title="This page is for the care team" words="This account has no access to the team workspace.">
      <a href="/home" className={buttonLook('primary')}>
        Go to the portal
      </a>
    </Outside>
  );
}

const CHECK_INTERVAL_MS = 30_000;
const NO_ANSWER = 'The server didn’t respond. Please try again in a moment.';

type Waiting = {
  /** The server's message, which names the role. */
  reason: string;
  /** Asks again, and returns whether the server answered. */
  onCheck: () => Promise<boolean>;
};

/** For someone an administrator has invited, until a clinician has approved. */
export function WaitingForRole({ reason, onCheck }: Waiting) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const checkQuietly = useEffectEvent(() => void onCheck());

  useEffect(() => {
    const timer = setInterval(() => checkQuietly(), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);

  async function check() {
    setOutcome(null);
    const isAnswered = await onCheck();
    // Someone who has access by now doesn't see this page.
    setOutcome(isAnswered ? `Not yet. Checked at ${clockTime(Date.now())}.` : NO_ANSWER);
  }

  return (
    <Outside title="Almost there" words={`${reason} We’ll email you when they do.`}>
      <Button onClick={() => void check()}>Check again</Button>
      <output className="block text-center text-small text-soft tabular-nums not-empty:my-1">
        {outcome}
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
