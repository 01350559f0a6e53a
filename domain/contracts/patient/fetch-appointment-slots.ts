import * as z from 'zod/mini';
import { AppointmentTypeSlug } from './fetch-appointment-type.ts';
import { IsoInstant } from '../fields/iso.ts';
import { InstantText, Line, listOf } from '../fields/sizes.ts';

/** A month and a little, so that a calendar page can be filled with one call. */
export const MAX_DAYS = 32;

export const FetchAppointmentSlotsRequest = z.strictObject({
  appointmentType: AppointmentTypeSlug,
  searchFrom: IsoInstant,
  searchUntil: IsoInstant,
  /** The id of a call that is to get one of these times. */
  moving: z.optional(z.guid('Please choose a call')),
  /** The times of coaches other than the patient's own. */
  others: z.optional(z.enum(['true', 'false'], 'Please answer with true or false')),
});

/** Of a slot that was offered with that person. Without one, a patient's own coach is booked. */
export const HostId = z.guid('Please choose a person');

/** Moments in UTC; `userTime` is the start as the patient's own clock shows it, '2026-11-18T10:30'. */
export const Slot = z.object({
  start_time: InstantText,
  end_time: InstantText,
  userTime: InstantText,
  /** With whom it would be, for a patient whose own coach takes such calls. */
  host: z.optional(z.object({ id: Line, name: Line })),
});
export type Slot = z.output<typeof Slot>;

export const FetchAppointmentSlotsAnswer = listOf(Slot, 100_000);
