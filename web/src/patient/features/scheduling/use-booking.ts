import { useLocation } from 'wouter';
import type { AppointmentType } from '@domain/contracts/patient/fetch-appointment-type.ts';
import { isoFromInstant, type Instant } from '@domain/time/instant.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';
import type { TimeSlot } from './queries.ts';
import { BOOKING_FAILED, MOVING_FAILED } from './words.ts';

/** The call that moves to another time. */
export type MovingAppointment = { id: string; name: string; startsAt: Instant };
/** The id stays the same however often Confirm reaches the server, so that one choice is one call. */
export type Choice = { slot: TimeSlot; submissionId: string };

/** Books the selected time, or moves a call to it, and goes to Home. */
export function useBooking(
  type: AppointmentType | undefined,
  moving: MovingAppointment | undefined,
  onSettled: () => void,
) {
  const [, navigate] = useLocation();
  return useSendOnce({
    mutationFn: (choice: Choice) => (moving ? move(moving, choice) : book(type, choice)),
    // Without an answer it isn't known whether the call was booked, and repeating the request is safe.
    retry: (failures, error) => failures < 1 && error instanceof AppError && error.code === 'no_answer',
    networkMode: 'always',
    meta: { failure: moving ? MOVING_FAILED : BOOKING_FAILED },
    onSuccess: () => {
      const done = moving ? 'Call rescheduled successfully.' : 'Call scheduled successfully.';
      toast({ title: 'Success', description: done });
      navigate('/home');
    },
    onSettled: () => {
      onSettled();
      // Refetches even after a failure, because the time may belong to someone else by now, or to us without
      // our knowing.
      void queryClient.invalidateQueries({ queryKey: ['appointments'] });
      void queryClient.invalidateQueries({ queryKey: ['appointment-slots'] });
    },
  });
}

function book(type: AppointmentType | undefined, { slot, submissionId }: Choice): Promise<void> {
  return callFunction('schedule-appointment', {
    body: {
      appointmentType: type?.slug,
      appointmentTypeName: type?.name,
      interactionType: type?.interactionType,
      ...times(slot),
    },
    idempotencyKey: submissionId,
  });
}

function move({ id }: MovingAppointment, { slot, submissionId }: Choice): Promise<void> {
  return callFunction('reschedule-appointment', {
    body: { appointmentId: id, ...times(slot) },
    idempotencyKey: submissionId,
  });
}

/** Sends the host if the patient was shown who it is. */
const times = ({ startsAt, endsAt, host }: TimeSlot) => ({
  startTime: isoFromInstant(startsAt),
  endTime: isoFromInstant(endsAt),
  ...(host && { host: host.id }),
});
