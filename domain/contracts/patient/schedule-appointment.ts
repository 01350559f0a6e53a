import * as z from 'zod/mini';
import { AppointmentTypeSlug } from './fetch-appointment-type.ts';
import { WRITTEN } from '../fields/free-text.ts';
import { InteractionType } from '../fields/interaction-type.ts';
import { HostId } from './fetch-appointment-slots.ts';
import { IsoInstant } from '../fields/iso.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const NO_NAME = 'Please send the name as it is shown';

/** The name and call type that the screen showed. The server uses its own. */
export const ScheduleAppointmentRequest = z.strictObject(
  {
    appointmentType: AppointmentTypeSlug,
    appointmentTypeName: z.optional(
      z.string(NO_NAME).check(z.maxLength(200, NO_NAME), z.regex(WRITTEN, NO_NAME)),
    ),
    interactionType: z.optional(InteractionType),
    startTime: IsoInstant,
    endTime: IsoInstant,
    host: z.optional(HostId),
  },
  NOT_AN_OBJECT,
);
