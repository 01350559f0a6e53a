import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { acceptOffer } from './offered-session.ts';
import { failureWords } from './words.ts';

type Props = { maskedEmail: string; onDecline: () => void };

/**
 * Asks before using a session from a link. The heading has the focus, so that no key press accepts it by
 * accident.
 */
export default function ContinueAs({ maskedEmail, onDecline }: Props) {
  const [pending, setPending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function accept() {
    setPending(true);
    await acceptOffer().catch((error: unknown) => toast(failureWords(error)));
    setPending(false);
  }

  return (
    <div className="rise">
      <p className="caption mb-1.5">Welcome</p>
      <h1 ref={heading} tabIndex={-1} className="text-title sm:text-display">
        Continue as <span className="inline-block max-w-full wrap-anywhere">{maskedEmail}?</span>
      </h1>
      <p className="mt-3 text-pretty text-soft">
        The link you opened leads to this account. Continue only if this is your email address, because
        everything you enter will be saved in this account.
      </p>
      <Button busy={pending} onClick={() => void accept()} className="mt-7 w-full">
        Continue
      </Button>
      <Button look="outline" disabled={pending} onClick={onDecline} className="mt-3 w-full">
        This is not me
      </Button>
    </div>
  );
}
