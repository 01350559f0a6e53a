import { Button } from '@/components/action/button.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { takeFocus } from '@/components/overlay/take-focus.ts';
import { clockTime } from '@/lib/dates/dates.ts';
import { WARNING_MINUTES } from './presence.ts';

type Props = {
  open: boolean;
  /** When they will be signed out. */
  at: number;
  onStay: () => void;
};

/** Shortly before a session ends for want of an act. */
export function StillThere({ open, at, onStay }: Props) {
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
      <p className="text-pretty tabular-nums">
        You will be signed out in {WARNING_MINUTES} minutes, at {clockTime(at)}. What you are writing is kept.
      </p>
    </Dialog>
  );
}
