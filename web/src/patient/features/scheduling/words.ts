import { DAY, instantInUtc, type Instant } from '@domain/time/instant.ts';
import type { LocalDate } from '@domain/time/day.ts';
import type { AppointmentType } from '@domain/contracts/patient/fetch-appointment-type.ts';
import { clockTime, weekdayAndDay } from '@/lib/dates/dates.ts';

export const LOADING_FAILED = 'Failed to load available appointment slots. Please try again later.';
export const BOOKING_FAILED = 'Failed to schedule a call.';
export const MOVING_FAILED = 'Failed to reschedule the call.';

export const appointmentTypeWords = ({ interactionType }: AppointmentType): string =>
  interactionType === 'phone_call' ? 'Phone Call' : 'Video Call';

export const secondCall = (name: string, startsAt: Instant, isMoving: boolean): string =>
  `You already have a call on ${weekdayAndDay(startsAt)} at ${clockTime(startsAt)}: ${name}. Do you want ${isMoving ? 'both' : 'a second one'} on that day?`;

export function fromToday(date: LocalDate, today: LocalDate): string {
  const days = Math.round((instantInUtc(date, '00:00') - instantInUtc(today, '00:00')) / DAY);
  if (days === 0) return 'Today';
  return days === 1 ? 'Tomorrow' : `In ${days} days`;
}
