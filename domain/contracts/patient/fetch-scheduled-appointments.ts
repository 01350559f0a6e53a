import * as z from 'zod/mini';
import { InteractionType } from '../fields/interaction-type.ts';
import { Address, InstantText, Line, listOf } from '../fields/sizes.ts';

export const FetchScheduledAppointmentsRequest = z.strictObject({});

export const ScheduledAppointment = z.object({
  id: Line,
  name: Line,
  startTime: InstantText,
  endTime: InstantText,
  /** The slug. */
  appointmentType: Line,
  interactionType: InteractionType,
  hostName: Line,
  /** Only from 10 minutes before the start until the end, and only if there is a room. */
  joinUrl: z.nullable(Address),
  /** The patient can move or cancel it until then. */
  changeableUntil: InstantText,
  status: z.enum(['booked', 'cancelled']),
});
export type ScheduledAppointment = z.output<typeof ScheduledAppointment>;

export const FetchScheduledAppointmentsAnswer = z.object({
  appointments: listOf(ScheduledAppointment, 100_000),
});
