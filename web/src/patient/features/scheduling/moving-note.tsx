import { Notice } from '@/components/feedback/notice.tsx';
import { clockTime, weekdayAndDay } from '@/lib/dates/dates.ts';
import type { MovingAppointment } from './use-booking.ts';

/** The call's current time. */
export const MovingNote = ({ call: { startsAt } }: { call: MovingAppointment }) => (
  <div className="my-5 text-small">
    <Notice>
      {`Your call is on ${weekdayAndDay(startsAt)} at ${clockTime(startsAt)}. It keeps that time until you confirm a new one.`}
    </Notice>
  </div>
);
