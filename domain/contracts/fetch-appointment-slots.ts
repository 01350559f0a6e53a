import * as z from 'zod/mini';
import { AppointmentTypeSlug } from './fetch-appointment-type.ts';
import { IsoInstant } from './iso.ts';
import { InstantText, listOf } from './sizes.ts';

/** A month and a little, so that a calendar page can be filled with one call. */
export const MAX_DAYS = 32;

export const FetchAppointmentSlotsRequest = z.object({
  appointmentType: AppointmentTypeSlug,
  searchFrom: IsoInstant,
  searchUntil: IsoInstant,
  /** The id of a call that is to get one of these times. */
  moving: z.optional(z.guid('Please choose a call')),
});

/** Moments in UTC; `userTime` is the start as the patient's own clock shows it, '2026-11-18T10:30'. */
export const Slot = z.object({ start_time: InstantText, end_time: InstantText, userTime: InstantText });
export type Slot = z.output<typeof Slot>;

export const FetchAppointmentSlotsAnswer = listOf(Slot, 100_000);
