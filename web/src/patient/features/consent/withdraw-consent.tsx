import { useState } from 'react';
import { WITHDRAW } from '@domain/onboarding/withdrawal-words.ts';
import { Button } from '@/components/action/button.tsx';
import { Confirm } from '@/components/overlay/confirm.tsx';
import { useWithdrawConsent } from './queries.ts';

/** Asks once, and says what stops. */
export function WithdrawConsent({ onWithdrawn }: { onWithdrawn: () => void }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useWithdrawConsent();
  return (
    <>
      <Button look="outline" className="mt-4 max-sm:w-full" onClick={() => setAsking(true)}>
        {WITHDRAW.button}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={WITHDRAW.button}
        keep={WITHDRAW.keep}
        go={WITHDRAW.button}
        busy={isPending}
        onGo={() => mutate(undefined, { onSuccess: onWithdrawn })}
      >
        <p>{WITHDRAW.lead}</p>
        <ul className="mt-3 list-disc space-y-1.5 pl-5 marker:text-brand">
          {WITHDRAW.stops.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p className="mt-3 text-soft">{WITHDRAW.stays}</p>
      </Confirm>
    </>
  );
}
