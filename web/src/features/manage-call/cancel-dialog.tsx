import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { clockTime, weekdayAndDay } from '@/lib/dates.ts';
import type { ManagedCall } from './manage-call.tsx';
import { useCancelCall } from './use-cancel-call.ts';

type Props = { call: ManagedCall; open: boolean; onClose: () => void };

export function CancelDialog({ call, open, onClose }: Props) {
  const { mutate, isPending } = useCancelCall(onClose);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Cancel this call?"
      dismissible={!isPending}
      footer={
        <>
          <Button look="outline" disabled={isPending} onClick={onClose}>
            Keep call
          </Button>
          <Button busy={isPending} onClick={() => mutate(call.id)}>
            Cancel call
          </Button>
        </>
      }
    >
      <p className="font-semibold">{`${call.name} with ${call.hostName}`}</p>
      <p>{`${weekdayAndDay(call.startsAt)} at ${clockTime(call.startsAt)}`}</p>
      <p className="mt-3 text-soft">
        The time becomes free for somebody else, and an email takes the call out of your calendar. You can
        book another one whenever you like.
      </p>
    </Dialog>
  );
}
