import { useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';

type Props = { timer: 'cap' | 'sample'; className?: string; onReset: () => void };

/** Asks first, so that an accidental tap doesn't lose an important time. */
export function ResetTimer({ timer, className = '', onReset }: Props) {
  const [asking, setAsking] = useState(false);
  const keep = () => setAsking(false);
  return (
    <>
      <Button look="quiet" className={className} onClick={() => setAsking(true)}>
        {`Reset the ${timer} timer`}
      </Button>
      <Dialog
        open={asking}
        onClose={keep}
        title={`Reset the ${timer} timer?`}
        footer={
          <>
            <Button look="outline" onClick={onReset}>
              Reset
            </Button>
            <Button onClick={keep}>Keep it running</Button>
          </>
        }
      >
        <p>{ERASED[timer]}</p>
      </Dialog>
    </>
  );
}

const ERASED = {
  cap: 'This erases the time the cap went in, on all your devices.',
  sample: 'This erases the time the sample was collected, on all your devices.',
};
