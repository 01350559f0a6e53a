import { Confirm } from '@/components/overlay/confirm.tsx';
import { clockTime, weekdayAndDay } from '@/lib/dates/dates.ts';
import type { ManagedCall } from './managed-call.ts';
import { useCancelCall } from './use-cancel-call.ts';

type Props = { call: ManagedCall; open: boolean; onClose: () => void };

export function CancelDialog({ call, open, onClose }: Props) {
  const { mutate, isPending } = useCancelCall(onClose);
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title="Cancel this call?"
      keep="Keep call"
      go="Cancel call"
      busy={isPending}
      onGo={() => mutate(call.id)}
    >
      <p className="font-semibold">{`${call.name} with ${call.hostName}`}</p>
      <p>{`${weekdayAndDay(call.startsAt)} at ${clockTime(call.startsAt)}`}</p>
      <p className="mt-3 text-soft">
        The time becomes free for somebody else, and an email takes the call out of your calendar. You can
        book another one whenever you like.
      </p>
    </Confirm>
  );
}
