import * as z from 'zod/mini';
import { HostId } from './fetch-appointment-slots.ts';
import { ScheduledAppointment } from './fetch-scheduled-appointments.ts';
import { IsoInstant } from '../fields/iso.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const AppointmentId = z.guid('Please choose a call');

export const RescheduleAppointmentRequest = z.strictObject(
  { appointmentId: AppointmentId, startTime: IsoInstant, endTime: IsoInstant, host: z.optional(HostId) },
  NOT_AN_OBJECT,
);
export const RescheduleAppointmentAnswer = ScheduledAppointment;

export const CancelAppointmentRequest = z.strictObject({ appointmentId: AppointmentId }, NOT_AN_OBJECT);
export const CancelAppointmentAnswer = ScheduledAppointment;
