import { Button } from '@/components/action/button.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';

type Props = { open: boolean; onLeave: () => void; onStay: () => void };

export default function LeaveDialog({ open, onLeave, onStay }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title="Log out now?"
      footer={
        <>
          <Button look="outline" onClick={onLeave}>
            Log out anyway
          </Button>
          <Button onClick={onStay}>Stay signed in</Button>
        </>
      }
    >
      <p>
        Some entries have not been sent yet. They are kept on this device only, and logging out removes them.
      </p>
    </Dialog>
  );
}
