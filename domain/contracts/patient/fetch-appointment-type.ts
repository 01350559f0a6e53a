import * as z from 'zod/mini';
import { WRITTEN } from '../fields/free-text.ts';
import { InteractionType } from '../fields/interaction-type.ts';
import { Count, Line, Page } from '../fields/sizes.ts';

const NO_TYPE = 'Please select a type of call';

/** A call type's name in URLs. Any short text may be requested; an unknown one is not found. */
export const AppointmentTypeSlug = z
  .string(NO_TYPE)
  .check(z.minLength(1, NO_TYPE), z.maxLength(60, NO_TYPE), z.regex(WRITTEN, NO_TYPE));

export const FetchAppointmentTypeRequest = z.strictObject({ appointmentType: AppointmentTypeSlug });

/** `duration` is in minutes. */
export const AppointmentType = z.object({
  id: Line,
  slug: Line,
  name: Line,
  description: Page,
  duration: Count,
  interactionType: InteractionType,
  /** How far ahead it can be booked. */
  horizonDays: Count,
  minimumNoticeMinutes: Count,
  /** The host: the patient's own coach, or the one person who takes such calls. */
  hostName: z.optional(Line),
  /** The patient's own coach, if that coach takes no calls now and someone else will have this one. */
  ownCoach: z.optional(Line),
  /** Whether people other than the patient's own coach take such calls too. */
  others: z.optional(z.boolean()),
});
export type AppointmentType = z.output<typeof AppointmentType>;
