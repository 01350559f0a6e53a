import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/action/button.tsx';

const WithdrawDialog = lazy(() => import('./withdraw-dialog.tsx'));

export function WithdrawConsent({ onWithdrawn }: { onWithdrawn: () => void }) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="outline"
        className="mt-4 max-sm:w-full"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        Withdraw consent
      </Button>
      {asked && (
        <Suspense>
          <WithdrawDialog open={open} onClose={() => setOpen(false)} onWithdrawn={onWithdrawn} />
        </Suspense>
      )}
    </>
  );
}
