import * as z from 'zod/mini';
import { AppointmentTypeSlug } from '../patient/fetch-appointment-type.ts';
import { IsoInstant } from '../fields/iso.ts';
import { Count, InstantText, Line, listOf } from '../fields/sizes.ts';

const id = z.optional(z.guid('Please select a call'));

/**
 * Times for booking or moving a patient's call. With `giving`, the people who could take over an existing
 * call.
 */
export const TeamSlotsRequest = z
  .strictObject({
    patientId: z.optional(z.guid('Please select a patient')),
    appointmentType: z.optional(AppointmentTypeSlug),
    moving: id,
    giving: id,
    searchFrom: z.optional(IsoInstant),
    searchUntil: z.optional(IsoInstant),
  })
  .check(
    z.refine(
      ({ patientId, appointmentType, moving, giving, searchFrom, searchUntil }) =>
        giving !== undefined ||
        (searchFrom !== undefined &&
          searchUntil !== undefined &&
          (moving !== undefined || (patientId !== undefined && appointmentType !== undefined))),
      'Please select a call, or a patient and a call type, and the times to search',
    ),
  );

const Named = z.object({ id: z.guid(), name: Line });

export const TeamSlotsAnswer = z.object({
  slots: listOf(
    z.object({
      startTime: InstantText,
      endTime: InstantText,
      host: Named,
      /** Everyone who is free then, as positions in `hosts`. */
      free: listOf(Count, 10_000),
    }),
    100_000,
  ),
  /** People who may take the call, free or not. */
  hosts: listOf(Named, 10_000),
  colleagues: listOf(Named, 10_000),
});
export type TeamSlots = z.output<typeof TeamSlotsAnswer>;
