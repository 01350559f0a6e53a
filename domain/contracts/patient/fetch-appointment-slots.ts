import * as z from 'zod/mini';
import { AppointmentTypeSlug } from './fetch-appointment-type.ts';
import { IsoInstant } from '../fields/iso.ts';
import { InstantText, Line, listOf } from '../fields/sizes.ts';

/** A month and a few days, so that one call can fill a calendar page. */
export const MAX_DAYS = 32;

export const FetchAppointmentSlotsRequest = z.strictObject({
  appointmentType: AppointmentTypeSlug,
  searchFrom: IsoInstant,
  searchUntil: IsoInstant,
  /** The id of a call being moved. */
  moving: z.optional(z.guid('Please select a call')),
  /** The times of coaches other than the patient's own. */
  others: z.optional(z.enum(['true', 'false'], 'Please answer with true or false')),
});

/** A host from an offered slot. Without one, a patient's own coach is booked. */
export const HostId = z.guid('Please select a person');

/** Moments in UTC; `userTime` is the start in the patient's local time, '2026-11-18T10:30'. */
export const Slot = z.object({
  start_time: InstantText,
  end_time: InstantText,
  userTime: InstantText,
  /** The host, for a patient whose own coach takes such calls. */
  host: z.optional(z.object({ id: Line, name: Line })),
});
export type Slot = z.output<typeof Slot>;

export const FetchAppointmentSlotsAnswer = listOf(Slot, 100_000);
