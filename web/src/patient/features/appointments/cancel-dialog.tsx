import { Confirm } from '@/components/overlay/confirm.tsx';
import { clockTime, weekdayAndDay } from '@/lib/dates/dates.ts';
import { withZone } from '@/lib/dates/with-zone.ts';
import type { UpcomingAppointment } from './queries.ts';
import { useCancelAppointment } from './use-cancel-appointment.ts';

type Props = { appointment: UpcomingAppointment; open: boolean; onClose: () => void };

export default function CancelDialog({ appointment, open, onClose }: Props) {
  const { startsAt } = appointment;
  const { mutate, isPending } = useCancelAppointment(onClose);
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title="Cancel this call?"
      keep="Keep call"
      go="Cancel call"
      busy={isPending}
      onGo={() => mutate(appointment.id)}
    >
      <p className="font-semibold">{`${appointment.name} with ${appointment.hostName}`}</p>
      <p>{withZone(`${weekdayAndDay(startsAt)} at ${clockTime(startsAt)}`, startsAt)}</p>
      <p className="mt-3 text-soft">
        This opens the time for someone else. We’ll email you a cancellation that removes the call from your
        calendar. You can book another call whenever you like.
      </p>
    </Confirm>
  );
}
