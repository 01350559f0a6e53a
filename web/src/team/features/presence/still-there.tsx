import { IDLE_MINUTES } from '@domain/contracts/team-session.ts';
import { Button } from '@/components/action/button.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { WARNING_MINUTES } from './presence.ts';

/** Shortly before a session ends for want of an act. */
export function StillThere({ open, onStay }: { open: boolean; onStay: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title="Are you still there?"
      footer={
        <Button ref={takeFocus} onClick={onStay}>
          Stay signed in
        </Button>
      }
    >
      <p>
        {`Nothing was typed or clicked for ${IDLE_MINUTES - WARNING_MINUTES} minutes. In ${WARNING_MINUTES} minutes you will be signed out.`}
      </p>
    </Dialog>
  );
}

/** The dialog gives the focus to what has this attribute, not to its cross; React would only focus it, too early. */
export const takeFocus = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '');
