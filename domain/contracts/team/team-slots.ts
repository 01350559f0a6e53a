import * as z from 'zod/mini';
import { AppointmentTypeSlug } from '../patient/fetch-appointment-type.ts';
import { IsoInstant } from '../fields/iso.ts';
import { InstantText, Line, listOf } from '../fields/sizes.ts';

const id = z.optional(z.guid('Please name the call by its id'));

/** Times for a call that is to be booked for a patient, or moved; or, with `giving`, who could take one as it stands. */
export const TeamSlotsRequest = z
  .strictObject({
    patientId: z.optional(z.guid('Please name the patient by their id')),
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
      'Please name a call, or a patient and a kind of call, and the time to search',
    ),
  );

const Named = z.object({ id: z.guid(), name: Line });

export const TeamSlotsAnswer = z.object({
  slots: listOf(
    z.object({
      startTime: InstantText,
      /** Null for administrators: how long a call takes tells its kind. */
      endTime: z.nullable(InstantText),
      host: Named,
    }),
    100_000,
  ),
  colleagues: listOf(Named, 10_000),
});
export type TeamSlots = z.output<typeof TeamSlotsAnswer>;
