import * as z from 'zod/mini';
import { HostId } from './fetch-appointment-slots.ts';
import { IsoInstant } from '../fields/iso.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const AppointmentId = z.guid('Please select a call');

export const RescheduleAppointmentRequest = z.strictObject(
  { appointmentId: AppointmentId, startTime: IsoInstant, endTime: IsoInstant, host: z.optional(HostId) },
  NOT_AN_OBJECT,
);

export const CancelAppointmentRequest = z.strictObject({ appointmentId: AppointmentId }, NOT_AN_OBJECT);
