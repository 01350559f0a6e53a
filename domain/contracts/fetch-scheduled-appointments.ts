import * as z from 'zod/mini';
import { InteractionType } from './fetch-appointment-type.ts';

export const FetchScheduledAppointmentsRequest = z.object({});

export const ScheduledAppointment = z.object({
  id: z.string(),
  name: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  /** The slug. */
  appointmentType: z.string(),
  interactionType: InteractionType,
  hostName: z.string(),
  /** Only from 10 minutes before the start until the end, and only where there is a room. */
  joinUrl: z.nullable(z.string()),
  /** Until when the patient can move or cancel it. */
  changeableUntil: z.string(),
  status: z.enum(['booked', 'cancelled']),
});
export type ScheduledAppointment = z.output<typeof ScheduledAppointment>;

export const FetchScheduledAppointmentsAnswer = z.object({ appointments: z.array(ScheduledAppointment) });
