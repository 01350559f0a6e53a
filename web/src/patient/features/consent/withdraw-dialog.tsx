import { useMutation, useQueryClient } from '@tanstack/react-query';
import { WITHDRAW } from '@domain/onboarding/withdrawal-words.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { Confirm } from '@/components/overlay/confirm.tsx';
import { callFunction } from '@/lib/backend/call-function.ts';

type Props = { open: boolean; onClose: () => void; onWithdrawn: () => void };

/** Asks once, and says what stops. */
export default function WithdrawDialog({ open, onClose, onWithdrawn }: Props) {
  const { mutate, isPending } = useWithdrawConsent();
  return (
    <Confirm
      open={open}
      onClose={onClose}
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
  );
}

function useWithdrawConsent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callFunction('withdraw-consent', { body: {} }),
    networkMode: 'always',
    meta: { failure: 'An unexpected error occurred. Please try again.' },
    onSuccess: () => {
      // Clears cached data that the patient may no longer see.
      client.removeQueries({ type: 'inactive' });
      toast({ title: WITHDRAW.done });
    },
  });
}
