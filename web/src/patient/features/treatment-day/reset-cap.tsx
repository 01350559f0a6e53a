import { useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';

/** Asks first: a slip of the thumb must not lose the moment at which the cap went in. */
export function ResetCap({ onReset }: { onReset: () => void }) {
  const [asking, setAsking] = useState(false);
  const keep = () => setAsking(false);
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Reset the cap timer
      </Button>
      <Dialog
        open={asking}
        onClose={keep}
        title="Reset the cap timer?"
        footer={
          <>
            <Button look="outline" onClick={onReset}>
              Reset
            </Button>
            <Button onClick={keep}>Keep it running</Button>
          </>
        }
      >
        <p>The time at which the cap went in will be forgotten, on all your devices.</p>
      </Dialog>
    </>
  );
}
