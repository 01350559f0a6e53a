import { useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { takeFocus } from '@/components/overlay/take-focus.ts';
import { clockTime } from '@/lib/dates/dates.ts';

/** Shown shortly before a session reaches its maximum age, which no act extends. */
export function SessionEnds({ open, at }: { open: boolean; at: number }) {
  const [isRead, setIsRead] = useState(false);
  const close = () => setIsRead(true);
  return (
    <Dialog
      open={open && !isRead}
      onClose={close}
      title="Your session ends soon"
      footer={
        <Button ref={takeFocus} onClick={close}>
          OK
        </Button>
      }
    >
      <p>
        A session lasts 12 hours, and this one ends at {clockTime(at)}. Your draft is saved. Please sign in
        again then.
      </p>
    </Dialog>
  );
}
