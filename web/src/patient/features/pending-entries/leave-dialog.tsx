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
      <p>Some entries haven’t been sent yet. They’re only on this device, and logging out removes them.</p>
    </Dialog>
  );
}
