import { useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { signOut } from '@/lib/backend/supabase.ts';
import { noteAct } from '@/lib/care-team/acts.ts';
import { unlock } from '@/lib/care-team/lock.ts';
import { CodeField, requireDigits } from './code-field.tsx';
import { ownFactorId } from './factors.ts';
import { StepHeading } from './step-heading.tsx';
import { useFactorCheck } from './use-factor-check.ts';
import { useSubmit } from './use-submit.ts';
import { failureWords } from './words.ts';

type Props = { user: SignedInUser; onEnd: (words: string) => void; onSignOut: () => void };

/**
 * Shown instead of the workspace until its owner enters a code from their app, or the next person signs out.
 */
export function Locked({ user, onEnd, onSignOut }: Props) {
  const [code, setCode] = useState('');
  const [leaving, setLeaving] = useState(false);
  const verify = useFactorCheck('in use');
  const { form, busy, failure, onSubmit } = useSubmit(async () => {
    requireDigits(code);
    await verify(await ownFactorId(), code);
    noteAct();
    unlock();
  }, onEnd);

  /** Only in this browser: the next person must not sign the owner out elsewhere. */
  async function leave() {
    setLeaving(true);
    await signOut('local');
    onSignOut();
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="rise space-y-6">
      <StepHeading
        intro="No one has used the workspace for a while. Unlock it to pick up where you left off."
        detail={`Signed in as ${user.email}. If that’s not you, sign out. Their unsaved work will be lost.`}
      >
        Locked
      </StepHeading>
      <CodeField
        first
        label="Code from your app"
        name="totp"
        value={code}
        onChange={setCode}
        error={failureWords(failure)}
      />
      <div className="-mb-3 space-y-2">
        <Button type="submit" busy={busy} disabled={leaving} className="w-full">
          Unlock
        </Button>
        <Button look="quiet" busy={leaving} disabled={busy} onClick={() => void leave()} className="w-full">
          Sign out
        </Button>
      </div>
    </form>
  );
}
