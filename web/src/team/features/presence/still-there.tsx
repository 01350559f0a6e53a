import { Button } from '@/components/action/button.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { takeFocus } from '@/components/overlay/take-focus.ts';
import { clockTime } from '@/lib/dates/dates.ts';
import { WARNING_MINUTES } from './presence.ts';

type Props = {
  open: boolean;
  /** When the workspace will lock. */
  at: number;
  onStay: () => void;
};

/** Shown shortly before the workspace locks because no one is acting. */
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
        The workspace will lock in {WARNING_MINUTES} minutes, at {clockTime(at)}. What you’re writing is kept.
      </p>
    </Dialog>
  );
}
